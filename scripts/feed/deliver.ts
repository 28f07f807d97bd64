import * as z from "zod";
import { describeAnswer, describeUnreachable, parseJson, type Site } from "#scripts/import/client.ts";
import { readRetryAfter } from "./back-off.ts";

/** A delivery under load takes seconds; a connection that is dead takes for ever. */
const TIMEOUT_MS = 120_000;

const count = z.number().default(0);
const answerSchema = z.object({
  added: z.number(),
  changed: count,
  unchanged: count,
  older: count,
  skipped: count,
  kept_aside: z.number(),
  broken: count,
  notices: z.array(z.string()).default([]),
  refusals: z.array(z.object({ line: z.number(), field: z.string(), reason: z.string() })).default([]),
});
export type DeliveryAnswer = z.infer<typeof answerSchema>;

export type DeliveryOutcome =
  | { kind: "taken"; answer: DeliveryAnswer }
  | { kind: "away"; reason: string; retryAfterMs: number | null }
  | { kind: "refused"; status: number; reason: string }
  | { kind: "unauthorised"; reason: string };

/** Statuses of a site, or of a proxy before it, that carry no verdict on the delivery. */
const AWAY = [408, 425, 429, 502, 503, 504, 520, 521, 522, 523, 524, 530];

/** Where records go, and whether they are the sample's: a local site takes those of the races that are made up. */
export interface Door {
  site: Site;
  source: "real" | "sample";
}

/** Sends records to the live door. Never throws. */
export async function deliver(
  { site, source }: Door,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  try {
    const response = await fetch(new URL(`/admin/api/records?source=${source}`, site.url), {
      method: "POST",
      headers: { authorization: `Bearer ${site.token}`, "content-type": "application/octet-stream" },
      // As a Buffer it is sent with its length.
      body: Buffer.from(bytes),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return readOutcome(site, response, await response.text());
  } catch (error) {
    return { kind: "away", reason: describeUnreachable(site, error), retryAfterMs: null };
  }
}

function readOutcome(site: Site, { status, headers }: Response, text: string): DeliveryOutcome {
  if (status === 200) {
    const answer = answerSchema.safeParse(parseJson(text));
    if (answer.success) return { kind: "taken", answer: answer.data };
    return { kind: "away", reason: `${site.url} does not answer as this site does`, retryAfterMs: null };
  }
  const reason = describeAnswer(site, status, text);
  if (status === 401) return { kind: "unauthorised", reason };
  if (status < 400 || status === 404 || AWAY.includes(status))
    return { kind: "away", reason, retryAfterMs: readRetryAfter(headers.get("retry-after"), Date.now()) };
  return { kind: "refused", status, reason };
}
