import type { ImportError } from "#app/domain/open-csv/open-csv.ts";

const MAX_LISTED = 100;

/** At most 100 of each kind are listed, all are counted. */
export interface Findings {
  error(error: ImportError): void;
  notice(line: string): void;
  countErrors(more: number): void;
  errors: ImportError[];
  notices: string[];
  errorCount(): number;
  noticeCount(): number;
}

export function createFindings(): Findings {
  const errors: ImportError[] = [];
  const notices: string[] = [];
  let errorCount = 0;
  let noticeCount = 0;
  return {
    errors,
    notices,
    error(error) {
      errorCount += 1;
      if (errors.length < MAX_LISTED) errors.push(error);
    },
    countErrors(more) {
      errorCount += more;
    },
    notice(line) {
      noticeCount += 1;
      if (notices.length < MAX_LISTED) notices.push(line);
    },
    errorCount: () => errorCount,
    noticeCount: () => noticeCount,
  };
}
