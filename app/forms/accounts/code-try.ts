import type { TooMany } from "#app/domain/too-many.ts";

/** What counts the tries of a connection: of a request's context, the limits and the address. */
interface CodeTries {
  services: {
    limits: {
      takeCodeTry(input: { clientAddress: string }): Promise<{ kind: "allowed"; takenAt: number } | TooMany>;
      returnCodeTry(input: { clientAddress: string; takenAt: number }): Promise<void>;
    };
  };
  clientAddress: string;
}

/**
 * Uses a mailed code, counted as the API counts it: before the code is looked at, so that many tries at
 * once are no way around the limit, and given back unless the code was wrong.
 */
export async function countCodeTry<R extends { kind: string; reason?: string }>(
  { services, clientAddress }: CodeTries,
  redeem: () => Promise<R>,
): Promise<R | TooMany> {
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
