/** Columns in row order over all segments of a venue type, read in bunches of neighbouring columns. */

/** The codes of one segment, column by column. */
interface SegmentColumns {
  rowCount: number;
  /** Reads columns [first, end). */
  read(first: number, end: number): Promise<Uint16Array>;
}

/** What a pass reads, and how. */
interface ColumnSource {
  listSegments(): Promise<readonly SegmentColumns[]>;
  /** Position of a column in every segment; throws if there is none. */
  placeOf(columnId: string): number;
}

/**
 * Neighbouring columns are read together, since a request costs as much as reading several columns. A bunch has at most
 * 4 million codes (8 MB; two are held while one is read), and one request at most 1 million.
 */
const BUNCH_CODES = 4_000_000;
const READ_CODES = 1_000_000;
/** Most unrequested columns between two requested ones in one read. */
const UNWANTED_COLUMNS = 6;
/** Concurrent reads, one connection each. */
const PARALLEL_READS = 4;

/** Columns read together: positions [first, end), some of which are requested. */
interface Bunch {
  first: number;
  end: number;
  columns: { id: string; place: number }[];
}

/** A pass over the requested columns, in order, each once; reads the next bunch while the caller works on one. */
export class ColumnPass {
  readonly #source: ColumnSource;
  readonly #columnIds: readonly string[];
  /** Bunches not yet requested; null before the first read. */
  #bunches: Bunch[] | null = null;
  #present = new Map<string, Uint16Array>();
  #ahead: Promise<Map<string, Uint16Array>> | null = null;

  constructor(source: ColumnSource, columnIds: readonly string[]) {
    this.#source = source;
    this.#columnIds = columnIds;
  }

  async readColumn(columnId: string): Promise<Uint16Array> {
    if (this.#bunches === null) await this.#startNext();
    while (!this.#present.has(columnId)) {
      if (this.#ahead === null) throw new RangeError(`column ${columnId} was not announced, or is asked for twice`);
      this.#present = await this.#ahead;
      await this.#startNext();
    }
    const codes = this.#present.get(columnId) ?? new Uint16Array(0);
    this.#present.delete(columnId);
    return codes;
  }

  async #startNext(): Promise<void> {
    const segments = await this.#source.listSegments();
    this.#bunches ??= listBunches(segments, this.#source, this.#columnIds);
    const bunch = this.#bunches.shift();
    this.#ahead = bunch === undefined ? null : readBunch(segments, bunch);
    // The next caller gets the error; without one it must not be an unhandled rejection.
    this.#ahead?.catch(() => {});
  }
}

/** Groups the requested columns, in order, into as few reads as the limits allow. */
function listBunches(
  segments: readonly SegmentColumns[],
  { placeOf }: ColumnSource,
  columnIds: readonly string[],
): Bunch[] {
  const rowCount = segments.reduce((sum, segment) => sum + segment.rowCount, 0);
  const largest = segments.reduce((most, segment) => Math.max(most, segment.rowCount), 0);
  const bunches: Bunch[] = [];
  for (const id of columnIds) {
    const place = placeOf(id);
    const last = bunches.at(-1);
    if (
      last !== undefined &&
      place >= last.end &&
      place - last.end <= UNWANTED_COLUMNS &&
      (last.columns.length + 1) * rowCount <= BUNCH_CODES &&
      (place + 1 - last.first) * largest <= READ_CODES
    ) {
      last.columns.push({ id, place });
      last.end = place + 1;
    } else {
      bunches.push({ first: place, end: place + 1, columns: [{ id, place }] });
    }
  }
  return bunches;
}

/** Reads the columns of one bunch, with one read per segment. */
async function readBunch(
  segments: readonly SegmentColumns[],
  { first, end, columns }: Bunch,
): Promise<Map<string, Uint16Array>> {
  const rowCount = segments.reduce((sum, segment) => sum + segment.rowCount, 0);
  const codes = new Map(columns.map(({ id }) => [id, new Uint16Array(rowCount)]));
  let nextRow = 0;
  const waiting = segments.map((segment) => {
    const firstRow = nextRow;
    nextRow += segment.rowCount;
    return { segment, firstRow };
  });
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { segment, firstRow } = next;
      const read = await segment.read(first, end);
      for (const { id, place } of columns) {
        const at = (place - first) * segment.rowCount;
        codes.get(id)?.set(read.subarray(at, at + segment.rowCount), firstRow);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, readNext));
  return codes;
}
