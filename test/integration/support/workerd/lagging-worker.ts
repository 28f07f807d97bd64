interface Line {
  text: string;
  values: readonly unknown[];
}
type Method = "first" | "run" | "all" | "raw";

/**
 * A D1 with a read replica that lags: two databases that begin alike, of which the second gets each write of the first only
 * `lag` writes later, or when a session's bookmark asks for it. Sessions and bookmarks are as D1 documents them.
 */
export function createLaggingD1({
  primary,
  replica,
  lag,
}: {
  primary: D1Database;
  replica: D1Database;
  lag: number;
}): D1Database {
  /** Transactions of the primary, oldest first; a bookmark is a number of them. */
  const written: (readonly Line[])[] = [];
  let applied = 0;
  /** The replica takes one after the other. */
  let catchingUp = Promise.resolve();

  const bind = (database: D1Database, { text, values }: Line) => {
    const prepared = database.prepare(text);
    return values.length === 0 ? prepared : prepared.bind(...values);
  };

  function catchUp(to: number): Promise<void> {
    catchingUp = catchingUp.then(async () => {
      for (; applied < to; applied += 1) {
        const lines = written[applied] as readonly Line[];
        await replica.batch(lines.map((line) => bind(replica, line)));
      }
    });
    return catchingUp;
  }

  const isRead = (lines: readonly Line[]) => lines.every(({ text }) => /^\s*select\b/i.test(text));

  async function write<T>(lines: readonly Line[], call: (database: D1Database) => Promise<T>): Promise<T> {
    const result = await call(primary);
    if (!isRead(lines)) written.push(lines);
    return result;
  }

  /** What a session's first call needs; after it, a number of transactions. */
  type Wants = "first-unconstrained" | "first-primary" | number;

  function open(wants: Wants | "always-primary") {
    let seen: Wants | "always-primary" = wants;

    async function send<T>(lines: readonly Line[], call: (database: D1Database) => Promise<T>): Promise<T> {
      if (seen === "always-primary") return write(lines, call);
      if (seen === "first-primary" || !isRead(lines)) {
        const result = await write(lines, call);
        seen = written.length;
        return result;
      }
      const least = typeof seen === "number" ? seen : 0;
      if (least > written.length) throw new Error("D1_ERROR: the bookmark is not of this database");
      await catchUp(Math.max(applied, least, written.length - lag));
      const result = await call(replica);
      seen = Math.max(least, applied);
      return result;
    }

    class Statement {
      readonly line: Line;

      constructor(line: Line) {
        this.line = line;
      }

      bind(...values: unknown[]) {
        return new Statement({ ...this.line, values });
      }

      first = (...given: unknown[]) => this.call("first", given);
      run = () => this.call("run", []);
      all = () => this.call("all", []);
      raw = (...given: unknown[]) => this.call("raw", given);

      private call(method: Method, given: unknown[]) {
        return send([this.line], (database) => {
          const statement = bind(database, this.line);
          return (statement[method] as (...given: unknown[]) => Promise<unknown>).apply(statement, given);
        });
      }
    }

    return {
      prepare: (text: string) => new Statement({ text, values: [] }),
      batch: (statements: Statement[]) => {
        const lines = statements.map(({ line }) => line);
        return send(lines, (database) => database.batch(lines.map((line) => bind(database, line))));
      },
      getBookmark: () => (typeof seen === "number" ? bookmarkOf(seen) : null),
    };
  }

  return {
    ...open("always-primary"),
    withSession: (wants: string = "first-unconstrained") =>
      open(wants === "first-unconstrained" || wants === "first-primary" ? wants : Number.parseInt(wants, 16)),
  } as unknown as D1Database;
}

/** As D1's, of which the later is the greater text. */
function bookmarkOf(transactions: number): string {
  return `${transactions.toString(16).padStart(8, "0")}-00000000-00000000`;
}
