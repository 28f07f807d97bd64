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
  for (let cursor: string | undefined; ; ) {
    const page: R2Objects = await store.list({
      ...{ prefix: PREFIX, include: ["customMetadata"] },
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { key, customMetadata } of page.objects) {
      const note = { userId: Number(key.slice(PREFIX.length)), at: Number(customMetadata?.at) };
      if (note.at >= since) notes.push(note);
    }
    if (!page.truncated) return notes;
    cursor = page.cursor;
  }
}

export async function removeOldDeletionNotes({ store }: Deps, { today }: { today: string }): Promise<void> {
  const before = startOfJapanDay(addDays(today, -KEPT_DAYS));
  const old = (await listDeletions({ store }, { since: 0 })).filter(({ at }) => at < before);
  for (let first = 0; first < old.length; first += 1000)
    await store.delete(old.slice(first, first + 1000).map(({ userId }) => `${PREFIX}${userId}`));
}
