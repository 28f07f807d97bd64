import { deleteKeys, listPages } from "#app/adapters/r2.server.ts";
import { addDays, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Outside D1: a restored database deletes these accounts again (after-restore.server.ts). */

const PREFIX = "deletions/";
/** Longer than any backup. */
const KEPT_DAYS = 100;

interface DeletionNote {
  userId: number;
  /** Unix seconds. */
  at: number;
}

/** Idempotent. */
export async function recordDeletion({ store }: Pick<Deps, "store">, { userId, at }: DeletionNote): Promise<void> {
  await store.put(`${PREFIX}${userId}`, "", {
    onlyIf: { etagDoesNotMatch: "*" },
    customMetadata: { at: String(at) },
  });
}

export async function listDeletions(
  { store }: Pick<Deps, "store">,
  { since }: { since: number },
): Promise<DeletionNote[]> {
  const notes: DeletionNote[] = [];
  for await (const { objects } of listPages(store, { prefix: PREFIX, include: ["customMetadata"] }))
    for (const { key, customMetadata } of objects) {
      const note = { userId: Number(key.slice(PREFIX.length)), at: Number(customMetadata?.at) };
      if (note.at >= since) notes.push(note);
    }
  return notes;
}

export async function removeOldDeletionNotes({ store }: Deps, { today }: { today: string }): Promise<void> {
  const before = startOfJapanDay(addDays(today, -KEPT_DAYS));
  const old = (await listDeletions({ store }, { since: 0 })).filter(({ at }) => at < before);
  await deleteKeys(
    store,
    old.map(({ userId }) => `${PREFIX}${userId}`),
  );
}
