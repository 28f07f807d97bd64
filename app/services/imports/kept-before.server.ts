import { gunzipSync, gzipSync } from "node:zlib";
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

/** The state before an import in R2: `before/ID/N`, gzipped, for as long as the import can be undone. */

const KEPT_SECONDS = 30 * 86_400;
/** Some 8 KB each: a part is bound as one text of D1, which takes 2 MB. */
const RACES_PER_PART = 50;
/** Each costs two calls, or three; a message of a queue has a thousand. */
const PARTS_PER_MESSAGE = 200;
const ROWS_PER_REMOVAL = 500;

const prefixOf = (importId: number) => `before/${importId}/`;

/**
 * Moves what an import has kept to the store. Run again, or twice at once, it writes the same parts: they are read from rows
 * that stay until all of them are written.
 *
 * @returns false if another message has to go on
 */
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

/** @throws if it is not there: it was removed, which undoes that have begun prevent */
export async function readBefore({ store }: Pick<Deps, "store">, importId: number, part: number): Promise<KeptPart> {
  const object = await store.get(`${prefixOf(importId)}${part}`);
  if (object === null) throw new Error(`part ${part} of what stood before import ${importId} is not in the store`);
  const text = gunzipSync(new Uint8Array(await object.arrayBuffer())).toString("utf8");
  const end = text.indexOf("\n");
  return { columns: JSON.parse(text.slice(0, end)) as KeptPart["columns"], races: text.slice(end + 1) };
}

/** Hourly: deletes the state before imports that can no longer be undone. Objects first, so that none is left behind. */
export async function deleteOldImports({ db, store, now }: Deps): Promise<void> {
  for (const importId of await listExpired(db, { before: now() - KEPT_SECONDS })) {
    for (;;) {
      const listed = await store.list({ prefix: prefixOf(importId), limit: 500 });
      if (listed.objects.length > 0) await store.delete(listed.objects.map(({ key }) => key));
      if (!listed.truncated) break;
    }
    await dropKept(db, importId);
  }
}
