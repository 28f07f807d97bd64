/** Methods of a prepared statement that make a round trip. */
const STATEMENT_CALLS = new Set<string | symbol>(["first", "run", "all", "raw"]);
/** Methods of the database that make a round trip; a batch is one, regardless of its size. */
const DATABASE_CALLS = new Set<string | symbol>(["batch", "exec", "dump"]);

type Counted = ReturnType<typeof countRoundTrips>;

/** Wrappers of a binding that no request is using. */
const unused = new WeakMap<D1Database, Counted[]>();

/**
 * A counting wrapper for one request. Wrappers are reused, since statements that are prepared once per database
 * (`prepareOnce`) would otherwise be built again for every request.
 */
export function borrowCounted(d1: D1Database): { d1: D1Database; count(): number; giveBack(): void } {
  const free = unused.get(d1) ?? [];
  unused.set(d1, free);
  const counted = free.pop() ?? countRoundTrips(d1);
  const before = counted.count();
  return { d1: counted.d1, count: () => counted.count() - before, giveBack: () => void free.push(counted) };
}

/**
 * Wraps a D1 binding to count its round trips. They are the largest cost of a page, so the log includes them and a test
 * fixes the number for every page.
 */
export function countRoundTrips(d1: D1Database): { d1: D1Database; count(): number } {
  let trips = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();

  /** Methods of a binding must be called on the original object, not on a proxy. */
  function method(target: object, name: string | symbol, calls: ReadonlySet<string | symbol>): unknown {
    const member: unknown = Reflect.get(target, name);
    if (typeof member !== "function") return member;
    return (...values: unknown[]) => {
      if (calls.has(name)) trips += 1;
      return Reflect.apply(member, target, values);
    };
  }

  function countStatement(statement: D1PreparedStatement): D1PreparedStatement {
    const counted = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => countStatement(target.bind(...values));
        return method(target, name, STATEMENT_CALLS);
      },
    });
    originals.set(counted, statement);
    return counted;
  }

  const counted = new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (query: string) => countStatement(target.prepare(query));
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) => {
          trips += 1;
          return target.batch(statements.map((statement) => originals.get(statement) ?? statement));
        };
      }
      return method(target, name, DATABASE_CALLS);
    },
  });
  return { d1: counted, count: () => trips };
}
