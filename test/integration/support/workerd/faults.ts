import { BillingUnavailableError } from "#app/adapters/billing.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { intercept } from "./intercept.ts";

export interface Fault {
  /** The call to fail, from 1; 0 for none. */
  at: number;
  /** Fails before its effect, or after it (a lost response). */
  mode: "before" | "after";
  /** Calls counted so far. */
  calls: number;
  /** Awaited before each call, so that others come in between. */
  pause?: () => Promise<void>;
}

/** The same dependencies, with D1, store, queues, mail, Stripe and push services failing once, at the n-th call of all. */
export function withFault(deps: Deps, fault: Fault): Deps {
  const guarded = guardOf(fault);
  const { pushNotification } = deps;
  return {
    ...withStorageFault(deps, fault),
    queues: Object.fromEntries(
      Object.entries(deps.queues).map(([name, queue]) => [name, guardAll(queue, guarded)]),
    ) as Deps["queues"],
    mail: guardAll(deps.mail, guarded),
    billing: guardAll(
      deps.billing,
      guardOf(fault, () => new BillingUnavailableError("injected fault")),
    ),
    ...(pushNotification && {
      pushNotification: (...given: Parameters<typeof pushNotification>) => guarded(() => pushNotification(...given)),
    }),
  };
}

type Guard = <T>(call: () => Promise<T>) => Promise<T>;

function guardOf(fault: Fault, failure: () => Error = () => new Error("injected fault")): Guard {
  return async (call) => {
    fault.calls += 1;
    const fails = fault.calls === fault.at;
    await fault.pause?.();
    if (fails && fault.mode === "before") throw failure();
    const result = await call();
    if (fails) throw failure();
    return result;
  };
}

function guardAll<T extends object>(binding: T, guarded: Guard): T {
  return intercept(binding, (_name, _values, call) => guarded(() => call<Promise<unknown>>()));
}

function withStorageFault(deps: Deps, fault: Fault): Deps {
  const guarded = guardOf(fault);
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = intercept(statement, (name, _values, call) =>
      name === "bind" ? wrap(call()) : guarded(() => call<Promise<unknown>>()),
    );
    originals.set(wrapped, statement);
    return wrapped;
  };
  const { $client } = deps.db;
  const d1 = intercept($client, (name, values, call) => {
    if (name === "prepare") return wrap(call());
    if (name !== "batch") return call();
    const [statements] = values as [D1PreparedStatement[]];
    return guarded(() => $client.batch(statements.map((statement) => originals.get(statement) ?? statement)));
  });
  return { ...deps, store: guardAll(deps.store, guarded), db: openDatabase(d1) };
}
