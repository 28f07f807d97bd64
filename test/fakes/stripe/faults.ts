/** A fault to inject into the next matching calls of the API. */
export interface Fault {
  kind: "status" | "drop" | "slow";
  /** Status of the response, for kind `status`. */
  status: number;
  /** Whether the fault happens before or after the call takes effect. */
  when: "before" | "after";
  milliseconds: number;
  /** Number of calls still to fail. */
  count: number;
  /** Only for calls with this method; null for all. */
  method: string | null;
  /** Only for calls whose path starts with this; null for all. */
  path: string | null;
}

/** Returns the first matching fault and decrements its count. */
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

/** Parses a fault from a control's JSON; null if its kind is unknown. */
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
