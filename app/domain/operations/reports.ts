export const REPORTED_KINDS = ["model", "analysis"] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

export const REPORT_REASONS = ["name", "private", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_NAMES: Record<ReportReason, string> = {
  name: "名前が人を傷つける、または不快",
  private: "個人情報がのっている",
  other: "そのほかの問題",
};

export interface ReportKey {
  kind: ReportedKind;
  subjectId: number;
  reason: ReportReason;
}

export interface OpenReport extends ReportKey {
  times: number;
  lastAt: number;
  /** Null: the owner is gone. */
  ownerId: number | null;
}

const PAGES: Record<ReportedKind, string> = { model: "/share/models/", analysis: "/share/analysis/" };

export function reportedPath(kind: ReportedKind, code: string): string {
  return `${PAGES[kind]}${code}`;
}

/** Null for pages that cannot be reported. */
export function readReportedPath(path: string): { kind: ReportedKind; code: string } | null {
  for (const kind of REPORTED_KINDS) {
    const code = path.startsWith(PAGES[kind]) ? path.slice(PAGES[kind].length) : "";
    if (/^[A-Za-z0-9]{1,40}$/.test(code)) return { kind, code };
  }
  return null;
}
