import * as z from "zod";
import { OutageError } from "#app/adapters/outage.server.ts";
import { findPostedHead, recordAnswer } from "#app/db/seal/witnesses.server.ts";
import { japanInstant } from "#app/domain/seal/sealed-body.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_LENGTH = 200;

const payloadSchema = z.object({ headId: z.string(), witness: z.string() });

/** May be posted twice; the first accepted one counts. @throws if it was not accepted: the job is retried */
export async function postHead(deps: Deps, { payload }: Pick<ClaimedJob, "payload">): Promise<void> {
  const { headId, witness } = payloadSchema.parse(payload);
  const found = await findPostedHead(deps.db, headId);
  // The address is no longer configured.
  if (found === null || !deps.config.witnesses.includes(witness)) return;
  const { date, previous, at, root, count } = found;
  const posted = { site: deps.config.publicUrl, date, previous, at: japanInstant(at), root, count };
  const response = await fetch(witness, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(posted),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new OutageError("the witness does not answer", { cause: error });
  });
  const answer = (await response.text().catch(() => "")).slice(0, ANSWER_LENGTH);
  await recordAnswer(deps.db, { headId, witness, status: response.status, answer, at: deps.now() });
  if (!response.ok) throw new OutageError(`the witness answered ${response.status}`);
}
