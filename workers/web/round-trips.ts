/** Of a prepared statement: each is one round trip to the database. */
const STATEMENT_CALLS = new Set<string | symbol>(["first", "run", "all", "raw"]);
/** Of the database itself; a batch is one round trip however many statements it has. */
const DATABASE_CALLS = new Set<string | symbol>(["batch", "exec", "dump"]);

/**
 * A D1 binding that counts the round trips made through it: they are the largest cost of a page, so the log names them
 * and a test holds every page to its number.
 */
export function countRoundTrips(d1: D1Database): { d1: D1Database; count(): number } {
  let trips = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();

  /** A method of a binding's object works on that object only, not on a stand-in for it. */
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
