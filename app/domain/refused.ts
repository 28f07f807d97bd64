/** An expected refusal of a use case; nothing was changed. */
export interface Refused<Reason extends string> {
  kind: "refused";
  reason: Reason;
}

export function refused<Reason extends string>(reason: Reason): Refused<Reason> {
  return { kind: "refused", reason };
}
