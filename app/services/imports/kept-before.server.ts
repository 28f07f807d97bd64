import { gunzipSync, gzipSync } from "node:zlib";
import { deleteAll } from "#app/adapters/r2.server.ts";
import {
  dropKept,
  dropMoved,
  IN_DATABASE,
  KEPT_COLUMNS,
  listExpired,
  listKept,
  setBeforeParts,
} from "#app/db/racing/undo/kept-races.server.ts";
import type { KeptPart } from "#app/db/racing/undo/undo-chunks.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";

/** `before/ID/N` in R2, gzipped, while the import can be undone. */

const KEPT_SECONDS = 30 * 86_400;
/** 8 KB each; D1 takes texts of 2 MB. */
const RACES_PER_PART = 50;
/** Each costs two or three calls; a message has a thousand. */
const PARTS_PER_MESSAGE = 200;
const ROWS_PER_REMOVAL = 500;

const prefixOf = (importId: number) => `before/${importId}/`;

/** Repeatable and concurrent: rows stay until all parts are written. @returns false: another message must go on */
export async function moveBefore(
  { deps, job, yieldAndRenewLease, saveCheckpoint }: JobContext,
  { id: importId, beforeParts }: { id: number; beforeParts: number | null },
): Promise<boolean> {
  if (beforeParts === null) return true;
  if (beforeParts === IN_DATABASE) {
    let { part, after } = checkpointOf(job.checkpoint);
    for (let stored = 0; ; stored += 1) {
      await yieldAndRenewLease();
      if (stored === PARTS_PER_MESSAGE) return false;
      const kept = await listKept(deps.db, { importId, after, limit: RACES_PER_PART });
      const last = kept.at(-1);
      if (last === undefined) break;
      const text = `${JSON.stringify(KEPT_COLUMNS)}\n[${kept.map(({ before }) => before).join(",")}]`;
      await deps.store.put(`${prefixOf(importId)}${part}`, new Uint8Array(gzipSync(text)));
      part += 1;
      after = last.raceId;
      await saveCheckpoint({ before: { part, after } });
    }
    await setBeforeParts(deps.db, { importId, parts: part });
  }
  while (await dropMoved(deps.db, { importId, limit: ROWS_PER_REMOVAL })) await yieldAndRenewLease();
  return true;
}

function checkpointOf(checkpoint: unknown): { part: number; after: string } {
  const { before } = (checkpoint ?? {}) as { before?: { part: number; after: string } };
  return before ?? { part: 0, after: "" };
}

/** @throws if it was removed */
export async function readBefore({ store }: Pick<Deps, "store">, importId: number, part: number): Promise<KeptPart> {
  const object = await store.get(`${prefixOf(importId)}${part}`);
  if (object === null) throw new Error(`part ${part} of what stood before import ${importId} is not in the store`);
  const text = gunzipSync(new Uint8Array(await object.arrayBuffer())).toString("utf8");
  const end = text.indexOf("\n");
  return { columns: JSON.parse(text.slice(0, end)) as KeptPart["columns"], races: text.slice(end + 1) };
}

/** Hourly. Objects first, so that none is left. */
export async function deleteOldImports({ db, store, now }: Deps): Promise<void> {
  for (const importId of await listExpired(db, { before: now() - KEPT_SECONDS })) {
    await deleteAll(store, prefixOf(importId));
    await dropKept(db, importId);
  }
}
