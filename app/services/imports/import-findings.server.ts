import { KNOWN_SHARE } from "#app/domain/features/past.ts";
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

/** A share of fewer starters is not reported. */
const STARTERS_TO_JUDGE = 100;

/** Null: enough sires are known. */
export function pedigreeNotice({ starters, known }: { starters: number; known: number }): string | null {
  if (starters < STARTERS_TO_JUDGE || known >= KNOWN_SHARE * starters) return null;
  return (
    `sire_name: known of ${known} of ${starters} starters. Where it is known of fewer than ${100 * KNOWN_SHARE} % of the ` +
    "recent starters, it may tell whose career went on, so models learn nothing from pedigree there: give it for all " +
    "starters, or for none"
  );
}
