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

/** A fault of the next call, unless the values say otherwise. */
export function createFault(values: Partial<Fault>): Fault {
  return {
    ...{ kind: "status", status: 500, when: "before", milliseconds: 0, count: 1, method: null, path: null },
    ...values,
  };
}

/** Returns the first matching fault and decrements its count. */
export function consumeFault(faults: Fault[], method: string, path: string): Fault | null {
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
export function parseFault(input: Record<string, unknown>): Fault | null {
  const { kind } = input;
  if (kind !== "status" && kind !== "drop" && kind !== "slow") return null;
  const toNumber = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
  return {
    kind,
    status: toNumber(input.status, 500),
    when: input.when === "after" ? "after" : "before",
    milliseconds: toNumber(input.milliseconds, 1000),
    count: toNumber(input.count, 1),
    method: typeof input.method === "string" ? input.method : null,
    path: typeof input.path === "string" ? input.path : null,
  };
}
