interface SegmentColumns {
  rowCount: number;
  open(first: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

interface ColumnSource {
  listSegments(): Promise<readonly SegmentColumns[]>;
  placeOf(columnId: string): number;
}

/** Neighbouring columns are read together, at most 12 MB: a request takes as long as 2 MB. */
const BUNCH_CODES = 6_000_000;
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

/** One pass over the first segments. */
interface Pass {
  segments: readonly SegmentColumns[];
  rowCount: number;
  bunches: Bunch[];
}

export class ColumnReader {
  readonly #source: ColumnSource;
  readonly #columnIds: readonly string[];
  #pass: Pass | null = null;
  #present = new Map<string, Uint16Array>();
  /** Holds one bunch at a time, as there is no room for two. */
  #memory = new Uint16Array(0);

  constructor(source: ColumnSource, columnIds: readonly string[]) {
    this.#source = source;
    this.#columnIds = columnIds;
  }

  async readColumn(columnId: string, rowCount = Infinity): Promise<Uint16Array> {
    if (this.#pass === null || columnId === this.#columnIds[0]) this.#pass = await this.#openPass(rowCount);
    while (!this.#present.has(columnId)) await this.#readNext(columnId, this.#pass);
    const codes = this.#present.get(columnId) ?? new Uint16Array(0);
    this.#present.delete(columnId);
    return codes;
  }

  async #openPass(rowCount: number): Promise<Pass> {
    const pass: Pass = { segments: [], rowCount: 0, bunches: [] };
    const segments: SegmentColumns[] = [];
    for (const segment of await this.#source.listSegments()) {
      if (pass.rowCount >= rowCount) break;
      segments.push(segment);
      pass.rowCount += segment.rowCount;
    }
    this.#present.clear();
    return { ...pass, segments, bunches: listBunches(segments, this.#source, this.#columnIds) };
  }

  async #readNext(columnId: string, { segments, rowCount, bunches }: Pass): Promise<void> {
    const bunch = bunches.shift();
    if (bunch === undefined) throw new RangeError(`column ${columnId} was not announced, or is asked for twice`);
    const { columns } = bunch;
    const size = columns.length * rowCount;
    if (this.#memory.length < size) this.#memory = new Uint16Array(size);
    this.#present = new Map(
      columns.map(({ id }, at) => [id, this.#memory.subarray(at * rowCount, (at + 1) * rowCount)]),
    );
    await readBunch(segments, bunch, this.#present);
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

async function readBunch(
  segments: readonly SegmentColumns[],
  bunch: Bunch,
  codes: ReadonlyMap<string, Uint16Array>,
): Promise<void> {
  let nextRow = 0;
  const waiting = segments.map((segment) => {
    const firstRow = nextRow;
    nextRow += segment.rowCount;
    return { segment, firstRow };
  });
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { segment, firstRow } = next;
      const targets = bunch.columns.map(({ id, place }) => {
        const { buffer, byteOffset } = codes.get(id)!;
        return {
          from: (place - bunch.first) * segment.rowCount * CODE_BYTES,
          bytes: new Uint8Array(buffer, byteOffset + firstRow * CODE_BYTES, segment.rowCount * CODE_BYTES),
        };
      });
      await spreadPieces(await segment.open(bunch.first, bunch.end), targets);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, readNext));
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
