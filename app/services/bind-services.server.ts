import type { Deps } from "./deps.server.ts";

type UseCase = (deps: Deps, input: never) => unknown;
type Bound<F> = F extends (deps: Deps, ...input: infer I) => infer R ? (...input: I) => R : never;

/** Binds the dependencies of a group's use cases: `(deps, input) → result` becomes `(input) → result`. */
export function bind<T extends Record<string, UseCase>>(deps: Deps, useCases: T): { [K in keyof T]: Bound<T[K]> } {
  const bound: Record<string, (input: never) => unknown> = {};
  for (const name in useCases) {
    const useCase = useCases[name];
    if (useCase !== undefined) bound[name] = (input) => useCase(deps, input);
  }
  return bound as { [K in keyof T]: Bound<T[K]> };
}
