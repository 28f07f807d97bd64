import { type ActionFunctionArgs, data, type TypedResponse } from "@remix-run/cloudflare";
import type { TooMany } from "#app/domain/too-many.ts";
import { readForm } from "#app/http/request-reading.ts";
import { retryAfter } from "#app/http/retry-after.ts";

/** A page with two steps: request a mail, then open its link. */
type MailedStep =
  | { step: "email" }
  | { step: "sent" }
  | { step: "bad-link" }
  /** Opening the link does not use up the code (mail scanners open links). */
  | { step: "open"; code: string; email: string };

export async function readMailedStep(
  request: Request,
  find: (input: { code: string }) => Promise<{ email: string } | null>,
): Promise<MailedStep> {
  const query = new URL(request.url).searchParams;
  const code = query.get("uuid");
  if (code === null) return { step: query.has("sent") ? "sent" : "email" };
  const found = await find({ code });
  return found === null ? { step: "bad-link" } : { step: "open", code, email: found.email };
}

/** A page whose form only redeems the code of a mailed link. `found` describes the code. */
export async function readMailedLink<Found>(
  request: Request,
  find: (input: { code: string }) => Promise<Found | null>,
) {
  const query = new URL(request.url).searchParams;
  const code = query.get("uuid");
  if (code === null && query.has("done")) return { step: "done" as const };
  const found = code === null ? null : await find({ code });
  if (code === null || found === null) return data({ step: "bad-link" as const }, { status: 404 });
  return { step: "open" as const, code, found };
}

/** The action of such a page; the code is in the field `name`. */
export async function redeemMailedCode<R extends { kind: string; reason?: string }>(
  { request, context }: ActionFunctionArgs,
  name: "uuid" | "code",
  redeem: (input: { code: string }) => Promise<R>,
  onDone: (result: Exclude<R, { kind: "refused" }>) => TypedResponse<never>,
) {
  const code = (await readForm(request)).get(name);
  const result = await countCodeTry(context, () => redeem({ code: typeof code === "string" ? code : "" }));
  if (result.kind !== "refused") return onDone(result as Exclude<R, { kind: "refused" }>);
  // The loader runs next and reports the invalid link.
  if (!("retryAfterSeconds" in result)) return data(null, { status: 404 });
  const { retryAfterSeconds } = result;
  return data({ retryAfterSeconds }, { status: 429, headers: retryAfter(retryAfterSeconds) });
}

interface CodeTries {
  services: {
    limits: {
      consumeCodeTry(input: { clientAddress: string }): Promise<{ kind: "allowed"; takenAt: number } | TooMany>;
      returnCodeTry(input: { clientAddress: string; takenAt: number }): Promise<void>;
    };
  };
  clientAddress: string;
}

/**
 * Redeems a mailed code under the API's limit. The attempt is counted before the check, so that concurrent attempts
 * cannot exceed the limit, and returned unless the code was wrong.
 */
export async function countCodeTry<R extends { kind: string; reason?: string }>(
  { services, clientAddress }: CodeTries,
  redeem: () => Promise<R>,
): Promise<R | TooMany> {
  const taken = await services.limits.consumeCodeTry({ clientAddress });
  if (taken.kind === "refused") return taken;
  let isWrong = false;
  try {
    const result = await redeem();
    isWrong = result.reason === "invalid-code";
    return result;
  } finally {
    if (!isWrong) await services.limits.returnCodeTry({ clientAddress, takenAt: taken.takenAt });
  }
}
