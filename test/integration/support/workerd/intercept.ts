/** The same binding, of which every call goes through a function. */
export function intercept<T extends object>(
  binding: T,
  handle: (name: string | symbol, values: unknown[], call: <R = unknown>() => R) => unknown,
): T {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: unknown[]) => handle(name, values, () => Reflect.apply(member, target, values));
    },
  });
}
