import { formatImportError } from "#app/domain/open-csv/open-csv.ts";
import type { LocalFile } from "#scripts/import/client.ts";
import type { Requests } from "./protocol.ts";
import type { EvaluationWorker } from "./workerd.ts";

export class UsageError extends Error {
  override name = "UsageError";
}

/** Imports races in the open CSV format and builds their features. @returns seconds taken by the features */
export async function prepareFeatures(worker: EvaluationWorker, files: readonly LocalFile[]): Promise<number> {
  const uploads: Requests["/import"]["files"] = [];
  for (const file of files) uploads.push({ name: file.name, bytes: file.bytes, key: await worker.upload(file) });
  const now = Math.floor(Date.now() / 1000);
  const { importId } = await worker.ask("/import", { files: uploads });
  await runJob(worker, "ingest-import", now);
  const imported = await worker.ask("/import-result", { importId });
  if (imported.status !== "done") {
    const lines = imported.errors.map(formatImportError);
    throw new UsageError(`the races are refused, with ${imported.errorCount} errors:\n${lines.join("\n")}`);
  }
  return runJob(worker, "build-features", now);
}

/** Runs a job to its end, message by message. @returns seconds */
export async function runJob(worker: EvaluationWorker, kind: Requests["/run"]["kind"], clock: number): Promise<number> {
  console.error(`${kind} …`);
  const start = performance.now();
  for (let message = 0; ; message++) {
    // A waiting job is due a moment later, so each message comes a second after the previous one.
    const { outcome, error } = await worker.ask("/run", { kind, clock: clock + message });
    if (outcome === "failed") throw new UsageError(`${kind} failed: ${error}`);
    if (outcome === "done") return (performance.now() - start) / 1000;
  }
}
