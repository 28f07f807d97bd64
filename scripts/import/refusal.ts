import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import { MAX_REQUEST_BYTES } from "#app/domain/request-limit.ts";

export class ImportRefusal extends Error {
  override name = "ImportRefusal";
  /** The site could not be reached: calls that change nothing can be retried. */
  readonly isUnreachable: boolean;
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

export const tooLarge = (name: string, limit: number): ImportRefusal =>
  new ImportRefusal(`${name} is larger than ${limit} bytes when unpacked: send it in parts`);

export function refuseLargePack(name: string, bytes: number): void {
  if (bytes > MAX_REQUEST_BYTES)
    throw new ImportRefusal(`${name} is larger than 95 MB even when packed: send it in parts`);
}

export const damagedGzip = (name: string): ImportRefusal =>
  new ImportRefusal(`${name}: the gzip data is damaged or cut short`);

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
