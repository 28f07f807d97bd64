import type { Fault } from "#app/domain/seal/proof.ts";

/** A seal, as the page that checks it shows it. Instants are unix seconds. */
export type SealView =
  | { kind: "unknown" }
  /** No head holds it yet; by when one does. */
  | { kind: "waiting"; dueAt: number; isOverdue: boolean }
  | { kind: "broken"; fault: Fault }
  /** All that a hash says. */
  | { kind: "hash"; seal: string; date: string; position: number; sealedAt: number }
  | WholeSeal;

export interface WholeSeal {
  kind: "whole";
  seal: string;
  /** Day of its tree. */
  date: string;
  /** Root of the first head that holds it. */
  root: string;
  /** When the analysis was made, and the time of that head. */
  madeAt: number;
  sealedAt: number;
  /** As it is now; null: gone. */
  race: { raceId: string; date: string; venue: string; raceNum: number; startTime: string | null } | null;
  startsAt: number | null;
  isLate: boolean;
  /** Whether the file goes as far as the day's last head. */
  isUpToDate: boolean;
  /** Horse numbers, best first. */
  marks: readonly number[];
  /** Where the head was posted to, and when it was accepted. */
  witnesses: readonly { host: string; status: number; at: number }[];
  /** Of a shared analysis; null: of a file. */
  shareId: string | null;
  modelName: string | null;
}
