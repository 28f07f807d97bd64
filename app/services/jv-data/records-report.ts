import type { Delivery, Refusal } from "./delivery.server.ts";
import type { JoinOutcome } from "./plan-race.server.ts";

/** Includes pending records applied now. */
export interface RecordsReport {
  added: number;
  changed: number;
  unchanged: number;
  /** Superseded. */
  older: number;
  skipped: number;
  keptAside: number;
  /** No records. */
  broken: number;
  /** At most {@link MAX_LISTED}. */
  notices: string[];
  /** At most {@link MAX_LISTED}. */
  refusals: Refusal[];
}

const MAX_LISTED = 1000;

export function openReport({ broken, brokenCount, skipped, notices }: Delivery): RecordsReport {
  const listed = { notices: notices.slice(0, MAX_LISTED), refusals: broken.slice(0, MAX_LISTED) };
  return { ...emptyReport(), skipped, broken: brokenCount, ...listed };
}

export function emptyReport(): RecordsReport {
  const counts = { added: 0, changed: 0, unchanged: 0, older: 0, skipped: 0, keptAside: 0, broken: 0 };
  return { ...counts, notices: [], refusals: [] };
}

export function countOutcome(report: RecordsReport, { outcome, notice }: JoinOutcome, about: string): void {
  report[outcome === "replaced" ? "changed" : outcome] += 1;
  if (notice !== null) addNotice(report, `${about}: ${notice}`);
}

export function addNotice(report: RecordsReport, notice: string): void {
  if (report.notices.length < MAX_LISTED) report.notices.push(notice);
}

export function addPending(report: RecordsReport, refusal: Refusal): void {
  report.keptAside += 1;
  if (report.refusals.length < MAX_LISTED) report.refusals.push(refusal);
}
