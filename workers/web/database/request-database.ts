type Place = Pick<D1Database, "prepare" | "batch">;
type Send = <T>(isWrite: boolean, call: (place: Place) => Promise<T>) => Promise<T>;
type Database = ReturnType<typeof createRequestDatabase>;

/** A session of a reader without a bookmark: any replica. */
const ANYWHERE = "first-unconstrained";
const PRIMARY = "first-primary";

const unused = new WeakMap<D1Database, Database[]>();

/** Databases are reused, because statements are prepared once per database (`prepareOnce`). */
export function borrowDatabase(binding: D1Database, { hasReplicas }: { hasReplicas: boolean }) {
  const free = unused.get(binding) ?? [];
  unused.set(binding, free);
  const database = free.pop() ?? createRequestDatabase(binding);
  database.begin({ hasReplicas });
  return { ...database, release: () => void free.push(database) };
}

export function countRoundTrips(binding: D1Database): { d1: D1Database; count(): number } {
  const { d1, count } = createRequestDatabase(binding);
  return { d1, count };
}

/** Counts round trips, the largest cost of a page. Reads from replicas by D1's sessions. */
function createRequestDatabase(binding: D1Database) {
  let trips = 0;
  let hasSessions = false;
  /** What readers need to see this request's writes; null: it wrote nothing. */
  let bookmark: string | null = null;
  let session: D1DatabaseSession | null = null;

  /** Without a bookmark (the answer was lost, so the write may be done), only the primary surely has it. */
  function recordWrite(written: string | null): void {
    if (written === null || bookmark === PRIMARY) bookmark = PRIMARY;
    else if (bookmark === null || bookmark.localeCompare(written) < 0) bookmark = written;
  }

  async function sendToPrimary<T>(isWrite: boolean, call: (place: Place) => Promise<T>): Promise<T> {
    trips += 1;
    if (!isWrite || !hasSessions) return call(binding);
    // A session's first call goes to the primary, the next ones anywhere: so each has its own.
    const writing = binding.withSession(PRIMARY);
    try {
      return await call(writing);
    } finally {
      recordWrite(writing.getBookmark());
    }
  }

  async function sendToReplica<T>(isWrite: boolean, call: (place: Place) => Promise<T>): Promise<T> {
    const reading = session;
    if (reading === null) return sendToPrimary(isWrite, call);
    trips += 1;
    if (!isWrite) {
      // A replica that is down, or a bookmark of another database (it was restored), must not cost the page.
      return call(reading).catch(() => sendToPrimary(false, call));
    }
    // D1 sends it to the primary, and what this session reads afterwards is as new.
    try {
      const result = await call(reading);
      recordWrite(reading.getBookmark());
      return result;
    } catch (error) {
      recordWrite(null);
      throw error;
    }
  }

  const d1 = createD1(sendToPrimary);
  const replica = createD1(sendToReplica);
  return {
    d1,
    begin(options: { hasReplicas: boolean }): void {
      trips = 0;
      bookmark = null;
      session = null;
      hasSessions = options.hasReplicas && typeof binding.withSession === "function";
    },
    /** Reads from a replica that has at least what the bookmark names, and writes to the primary. */
    readFrom(from: string | null): D1Database {
      if (!hasSessions) return d1;
      session = binding.withSession(from ?? ANYWHERE);
      return replica;
    },
    count: () => trips,
    /** What the user's next pages must be read with to show this request's writes; null if it wrote nothing. */
    bookmark: () => bookmark,
  };
}

/** A D1 whose statements keep text and values, and are prepared where they are sent. */
function createD1(send: Send): D1Database {
  class Statement {
    readonly text: string;
    readonly isWrite: boolean;
    readonly values: readonly unknown[];

    constructor(text: string, isWrite: boolean, values: readonly unknown[]) {
      this.text = text;
      this.isWrite = isWrite;
      this.values = values;
    }

    bind(...values: unknown[]) {
      return new Statement(this.text, this.isWrite, values);
    }

    on(place: Place): D1PreparedStatement {
      const prepared = place.prepare(this.text);
      return this.values.length === 0 ? prepared : prepared.bind(...this.values);
    }

    first(...column: [string]) {
      return send(this.isWrite, (place) => this.on(place).first(...column));
    }

    run() {
      return send(this.isWrite, (place) => this.on(place).run());
    }

    all() {
      return send(this.isWrite, (place) => this.on(place).all());
    }

    raw(...options: [{ columnNames: true }]) {
      return send(this.isWrite, (place) => this.on(place).raw(...options));
    }
  }

  return {
    prepare: (text: string) => new Statement(text, isWrite(text), []),
    batch: (statements: Statement[]) =>
      send(
        statements.some((statement) => statement.isWrite),
        (place) => place.batch(statements.map((statement) => statement.on(place))),
      ),
  } as unknown as D1Database;
}

/** Any statement but a plain select counts as a write and goes to the primary, where it is always correct. */
function isWrite(text: string): boolean {
  return !/^\s*select\b/i.test(text);
}
