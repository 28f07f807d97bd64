/** An expected refusal of a use case: nothing was changed, and why. */
export interface Refused<Reason extends string> {
  kind: "refused";
  reason: Reason;
}

/** The refusal for a reason. */
export function refused<Reason extends string>(reason: Reason): Refused<Reason> {
  return { kind: "refused", reason };
}
