/** What shall go wrong with the next calls of the API. */
export interface Fault {
  kind: "status" | "drop" | "slow";
  /** Answered instead, for `status`. */
  status: number;
  /** Whether the call has its effect before it goes wrong. */
  when: "before" | "after";
  milliseconds: number;
  /** Calls that are left to go wrong. */
  count: number;
  /** Only calls of this method, or of paths that begin so. */
  method: string | null;
  path: string | null;
}

/** Takes the first fault that fits, and counts it down. */
export function takeFault(faults: Fault[], method: string, path: string): Fault | null {
  const index = faults.findIndex(
    (fault) =>
      (fault.method === null || fault.method === method) && (fault.path === null || path.startsWith(fault.path)),
  );
  const fault = faults[index];
  if (fault === undefined) return null;
  fault.count -= 1;
  if (fault.count <= 0) faults.splice(index, 1);
  return { ...fault };
}

/** Reads a fault from a control's JSON; null where it is none. */
export function readFault(given: Record<string, unknown>): Fault | null {
  const { kind } = given;
  if (kind !== "status" && kind !== "drop" && kind !== "slow") return null;
  const toNumber = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
  return {
    kind,
    status: toNumber(given.status, 500),
    when: given.when === "after" ? "after" : "before",
    milliseconds: toNumber(given.milliseconds, 1000),
    count: toNumber(given.count, 1),
    method: typeof given.method === "string" ? given.method : null,
    path: typeof given.path === "string" ? given.path : null,
  };
}
