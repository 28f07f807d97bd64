import type { Fault } from "#app/domain/seal/seal-proof.ts";

/** A seal on the checking page. Instants are unix seconds. */
export type SealView =
  | { kind: "unknown" }
  /** In no head yet; `dueAt` is the latest time. */
  | { kind: "waiting"; dueAt: number; isOverdue: boolean }
  | { kind: "broken"; fault: Fault }
  /** Known by its hash only. */
  | { kind: "hash"; seal: string; date: string; position: number; sealedAt: number }
  | WholeSeal;

export interface WholeSeal {
  kind: "whole";
  seal: string;
  /** Day of its tree. */
  date: string;
  /** Root of the first head with the leaf. */
  root: string;
  /** Times of the analysis and of that head. */
  madeAt: number;
  sealedAt: number;
  /** As known now; null: gone. */
  race: { raceId: string; date: string; venue: string; raceNum: number; startTime: string | null } | null;
  startsAt: number | null;
  isLate: boolean;
  /** The file reaches the day's last head. */
  isUpToDate: boolean;
  /** Horse numbers, best first. */
  marks: readonly number[];
  /** Places the head was posted to, with the time of acceptance. */
  witnesses: readonly { host: string; status: number; at: number }[];
  /** Null for a file. */
  shareId: string | null;
  modelName: string | null;
}
