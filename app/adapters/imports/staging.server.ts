import { deleteAll } from "#app/adapters/r2.server.ts";
import { createGroupedLog } from "#app/domain/racing/grouped-log.ts";
import type { ChunkKind, KeyedRow, StagedChunk } from "#app/domain/racing/staged-chunk.ts";

/** At three bytes a character still below D1's 2 MB per value. */
export const CHUNK_CHARACTERS = 500_000;

/** Followed by the id of the import. */
export const IMPORTS_PREFIX = "imports/";
export const importPrefix = (importId: number) => `${IMPORTS_PREFIX}${importId}/`;
const chunkKey = (importId: number, chunk: number) => `${importPrefix(importId)}chunks/${chunk}`;

export interface ChunkWriter {
  addRow(kind: "races" | "runners", row: KeyedRow): void;
  /** @param group number of the race: its payouts share a chunk */
  addPayout(group: number, raceId: string, json: string): void;
  /** Deletes the race's stored payouts. */
  addNoPayouts(raceId: string): void;
  /** Call it between blocks of rows. */
  flushFull(): Promise<void>;
  /** Call it before rows of the next kind. */
  flush(kind: ChunkKind): Promise<void>;
  count(): number;
}

/** A chunk has three lines, kind, keys and rows, so that applying it parses nothing. */
export function createChunkWriter(
  store: R2Bucket,
  { importId, chunkCharacters }: { importId: number; chunkCharacters: number },
): ChunkWriter {
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
    addRow(kind, { key, row }) {
      open = kind;
      keys.push(key);
      rows.push(row);
      characters += row.length;
    },
    addPayout(group, raceId, json) {
      payoutRaces[group] = raceId;
      payouts.add(group, json);
    },
    addNoPayouts(raceId) {
      racesWithoutPayouts.push(raceId);
    },
    async flushFull() {
      if (characters >= chunkCharacters) await store_(open);
    },
    async flush(kind) {
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
