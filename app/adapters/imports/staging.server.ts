import { deleteAll } from "#app/adapters/r2.server.ts";
import { createGroupedLog } from "#app/domain/racing/grouped-log.ts";
import type { ChunkKind, KeyedRow, StagedChunk } from "#app/domain/racing/staged-chunk.ts";

/** At three bytes a character still below D1's 2 MB per value. */
export const CHUNK_CHARACTERS = 500_000;

/** Followed by the id of the import. */
export const IMPORTS_PREFIX = "imports/";
export const importPrefix = (importId: number) => `${IMPORTS_PREFIX}${importId}/`;
const chunkKey = (importId: number, chunk: number) => `${importPrefix(importId)}chunks/${chunk}`;

/** A chunk has three lines, kind, keys and rows, so that applying it parses nothing. */
export function createChunkWriter(
  store: R2Bucket,
  { importId, chunkCharacters }: { importId: number; chunkCharacters: number },
) {
  let chunks = 0;
  let keys: string[] = [];
  let rows: string[] = [];
  let characters = 0;
  let open: "races" | "runners" = "races";
  const payouts = createGroupedLog();
  const payoutRaces: string[] = [];
  const racesWithoutPayouts: string[] = [];

  async function store_(kind: ChunkKind): Promise<void> {
    if (keys.length === 0) return;
    await store.put(chunkKey(importId, chunks), `${kind}\n[${keys.join(",")}]\n[${rows.join(",")}]`);
    chunks += 1;
    keys = [];
    rows = [];
    characters = 0;
  }

  return {
    addRow(kind: "races" | "runners", { key, row }: KeyedRow): void {
      open = kind;
      keys.push(key);
      rows.push(row);
      characters += row.length;
    },
    /** @param group number of the race: its payouts share a chunk */
    addPayout(group: number, raceId: string, json: string): void {
      payoutRaces[group] = raceId;
      payouts.add(group, json);
    },
    /** Deletes the race's stored payouts. */
    addNoPayouts: (raceId: string) => void racesWithoutPayouts.push(raceId),
    /** Call it between blocks of rows. */
    async flushFull(): Promise<void> {
      if (characters >= chunkCharacters) await store_(open);
    },
    /** Call it before rows of the next kind. */
    async flush(kind: ChunkKind): Promise<void> {
      if (kind !== "payouts") return store_(kind);
      for (const [group, members] of payouts.groups()) {
        keys.push(JSON.stringify([payoutRaces[group]]));
        rows.push(...members);
        for (const member of members) characters += member.length;
        if (characters >= chunkCharacters) await store_("payouts");
      }
      for (const raceId of racesWithoutPayouts) {
        const key = JSON.stringify([raceId]);
        keys.push(key);
        characters += key.length;
        if (characters >= chunkCharacters) await store_("payouts");
      }
      await store_("payouts");
    },
    count: () => chunks,
  };
}

/** Null: the import ended and was cleaned up. */
export async function readChunk(store: R2Bucket, importId: number, chunk: number): Promise<StagedChunk | null> {
  const object = await store.get(chunkKey(importId, chunk));
  if (object === null) return null;
  const [kind, keys, rows] = (await object.text()).split("\n") as [ChunkKind, string, string];
  return { kind, keys, rows };
}

interface LaterId {
  alias: string;
  raceId: string;
}

const laterIdsKey = (importId: number) => `${importPrefix(importId)}later-ids`;

export async function stageLaterIds(store: R2Bucket, importId: number, laterIds: readonly LaterId[]): Promise<void> {
  if (laterIds.length > 0) await store.put(laterIdsKey(importId), JSON.stringify(laterIds));
}

export async function readLaterIds(store: R2Bucket, importId: number): Promise<LaterId[]> {
  const object = await store.get(laterIdsKey(importId));
  return object === null ? [] : object.json<LaterId[]>();
}

export const removeStaged = (store: R2Bucket, importId: number) => deleteAll(store, importPrefix(importId));
