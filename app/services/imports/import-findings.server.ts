import type { FindingList, ImportError } from "#app/domain/open-csv/open-csv.ts";

const MAX_LISTED = 100;

export type Findings = ReturnType<typeof createFindings>;

export function createFindings() {
  const list: FindingList = { errors: [], errorCount: 0, notices: [], noticeCount: 0 };
  return {
    list,
    error(error: ImportError): void {
      list.errorCount += 1;
      if (list.errors.length < MAX_LISTED) list.errors.push(error);
    },
    countErrors(more: number): void {
      list.errorCount += more;
    },
    notice(line: string): void {
      list.noticeCount += 1;
      if (list.notices.length < MAX_LISTED) list.notices.push(line);
    },
  };
}
