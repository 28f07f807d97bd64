import type { ImportError } from "#app/domain/open-csv/open-csv.ts";

export class ImportRefusal extends Error {
  override name = "ImportRefusal";
  /** The site could not be reached: calls that change nothing can be retried. */
  readonly isUnreachable: boolean;
  /** Status of the response; null if there was none. */
  readonly status: number | null;

  constructor(
    message: string,
    { isUnreachable = false, status = null }: { isUnreachable?: boolean; status?: number | null } = {},
  ) {
    super(message);
    this.isUnreachable = isUnreachable;
    this.status = status;
  }
}

export const CHANGED = "changed while it was being sent: run this again once it is written";

const MAX_LISTED = 100;

/** What is wrong with the files, before anything is sent: at most 100 are listed, all are counted. */
export class FileErrors {
  readonly listed: ImportError[] = [];
  count = 0;

  add(error: ImportError): void {
    this.count += 1;
    if (this.listed.length < MAX_LISTED) this.listed.push(error);
  }
}
