import type { LoadContext } from "#app/services/load-context.ts";

/** A connection has sent too many wrong codes; the code of this try was not looked at. */
export interface TooManyCodes {
  kind: "refused";
  reason: "too-many";
  retryAfterSeconds: number;
}

/**
 * Uses a mailed code, counted as the API counts it: before the code is looked at, so that many tries at
 * once are no way around the limit, and given back unless the code was wrong.
 */
export async function countCodeTry<R extends { kind: string; reason?: string }>(
  { services, clientAddress }: Pick<LoadContext, "services" | "clientAddress">,
  redeem: () => Promise<R>,
): Promise<R | TooManyCodes> {
  const taken = await services.limits.takeCodeTry({ clientAddress });
  if (taken.kind === "refused") return taken;
  let isWrong = false;
  try {
    const result = await redeem();
    isWrong = result.reason === "invalid-code";
    return result;
  } finally {
    if (!isWrong) await services.limits.returnCodeTry({ clientAddress, takenAt: taken.takenAt });
  }
}
