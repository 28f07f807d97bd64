import type { Deps } from "./deps.server.ts";

type UseCase = (deps: Deps, input: never) => unknown;
type Group = Record<string, UseCase>;
type Bound<F> = F extends (deps: Deps, ...input: infer I) => infer R ? (...input: I) => R : never;
type BoundGroup<T extends Group> = { [K in keyof T]: Bound<T[K]> };

/** Binds the dependencies of a group's use cases: `(deps, input) → result` becomes `(input) → result`. */
function bind<T extends Group>(deps: Deps, useCases: T): BoundGroup<T> {
  const bound: Record<string, (input: never) => unknown> = {};
  for (const name in useCases) {
    const useCase = useCases[name];
    if (useCase !== undefined) bound[name] = (input) => useCase(deps, input);
  }
  return bound as BoundGroup<T>;
}

/**
 * Groups of use cases for the dependencies of one request, each bound when it is first read: a request needs a few of some
 * thirty, and binding all took 4 % of a list's processor time.
 *
 * @returns a function that makes the groups; they are inherited properties, which a spread leaves out
 */
export function bindWhenRead<T extends Record<string, Group>>(
  groups: T,
): (deps: Deps) => { readonly [K in keyof T]: BoundGroup<T[K]> } {
  class Groups {
    readonly #deps: Deps;
    readonly #bound = new Map<string, BoundGroup<Group>>();

    constructor(deps: Deps) {
      this.#deps = deps;
    }

    group(name: string, useCases: Group): BoundGroup<Group> {
      const bound = this.#bound.get(name) ?? bind(this.#deps, useCases);
      this.#bound.set(name, bound);
      return bound;
    }
  }
  for (const [name, useCases] of Object.entries(groups)) {
    Object.defineProperty(Groups.prototype, name, {
      enumerable: true,
      get(this: Groups) {
        return this.group(name, useCases);
      },
    });
  }
  return (deps) => new Groups(deps) as unknown as { readonly [K in keyof T]: BoundGroup<T[K]> };
}
