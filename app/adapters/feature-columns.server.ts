interface SegmentColumns {
  rowCount: number;
  open(first: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

interface ColumnSource {
  listSegments(): Promise<readonly SegmentColumns[]>;
  placeOf(columnId: string): number;
}

/** Neighbouring columns share a read of at most 22 MB: a request takes as long as 2 MB. */
const BUNCH_CODES = 11_000_000;
const READ_CODES = 2_000_000;
/** Most unrequested columns between two requested ones in one read. */
const UNWANTED_COLUMNS = 40;
/** A Worker has six connections; one is left for the database. */
const PARALLEL_READS = 5;
/** workerd delivers pieces of 4 KB unless asked for more; each takes a turn of the event loop. */
const PIECE_BYTES = 65_536;
const CODE_BYTES = Uint16Array.BYTES_PER_ELEMENT;

/** Positions [first, end). */
interface Bunch {
  first: number;
  end: number;
  columns: { id: string; place: number }[];
}

export class ColumnPass {
  readonly #source: ColumnSource;
  readonly #columnIds: readonly string[];
  /** Null before the first read. */
  #bunches: Bunch[] | null = null;
  #present = new Map<string, Uint16Array>();

  constructor(source: ColumnSource, columnIds: readonly string[]) {
    this.#source = source;
    this.#columnIds = columnIds;
  }

  async readColumn(columnId: string): Promise<Uint16Array> {
    while (!this.#present.has(columnId)) await this.#readNext(columnId);
    const codes = this.#present.get(columnId) ?? new Uint16Array(0);
    this.#present.delete(columnId);
    return codes;
  }

  async #readNext(columnId: string): Promise<void> {
    // There is no room for both bunches.
    this.#present.clear();
    const segments = await this.#source.listSegments();
    this.#bunches ??= listBunches(segments, this.#source, this.#columnIds);
    const bunch = this.#bunches.shift();
    if (bunch === undefined) throw new RangeError(`column ${columnId} was not announced, or is asked for twice`);
    this.#present = await readBunch(segments, bunch);
  }
}

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

async function readBunch(segments: readonly SegmentColumns[], bunch: Bunch): Promise<Map<string, Uint16Array>> {
  const rowCount = segments.reduce((sum, segment) => sum + segment.rowCount, 0);
  const codes = new Map(bunch.columns.map(({ id }) => [id, new Uint16Array(rowCount)]));
  let nextRow = 0;
  const waiting = segments.map((segment) => {
    const firstRow = nextRow;
    nextRow += segment.rowCount;
    return { segment, firstRow };
  });
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { segment, firstRow } = next;
      const targets = bunch.columns.map(({ id, place }) => ({
        from: (place - bunch.first) * segment.rowCount * CODE_BYTES,
        bytes: new Uint8Array(codes.get(id)!.buffer, firstRow * CODE_BYTES, segment.rowCount * CODE_BYTES),
      }));
      await spreadPieces(await segment.open(bunch.first, bunch.end), targets);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, readNext));
  return codes;
}

/** @param targets ascending @throws if the end is missing */
async function spreadPieces(
  body: ReadableStream<Uint8Array>,
  targets: readonly { from: number; bytes: Uint8Array }[],
): Promise<void> {
  let at = 0;
  let open = 0;
  for await (const piece of readPieces(body)) {
    const end = at + piece.length;
    for (let next = open; next < targets.length && targets[next]!.from < end; next++) {
      const { from, bytes } = targets[next]!;
      const first = Math.max(at, from);
      const last = Math.min(end, from + bytes.length);
      if (last > first) bytes.set(piece.subarray(first - at, last - at), first - from);
      if (last === from + bytes.length) open = next + 1;
    }
    at = end;
  }
  if (open < targets.length) throw new RangeError("stored columns end too early");
}

/** Each piece is valid until the next. */
async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(PIECE_BYTES);
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done) return;
    yield value;
    // The memory moves with each read.
    buffer = value.buffer as ArrayBuffer;
  }
}
