export type ChunkKind = "races" | "runners" | "payouts";

/** A staged chunk, as JSON text up to SQLite (never parsed in the Worker). */
export interface StagedChunk {
  kind: ChunkKind;
  /** races: [race_id, hash]; runners: [race_id, horse_num, hash]; payouts: [race_id], one for each race. */
  keys: string;
  /** Values in the order of the record's fields, then (races, runners) the content hash. */
  rows: string;
}

export interface KeyedRow {
  key: string;
  row: string;
}
