import type { TooMany } from "#app/domain/too-many.ts";

interface CodeTries {
  services: {
    limits: {
      consumeCodeTry(input: { clientAddress: string }): Promise<{ kind: "allowed"; takenAt: number } | TooMany>;
      returnCodeTry(input: { clientAddress: string; takenAt: number }): Promise<void>;
    };
  };
  clientAddress: string;
}

/**
 * Redeems a mailed code under the API's limit. The attempt is counted before the check, so that concurrent attempts
 * cannot exceed the limit, and returned unless the code was wrong.
 */
export async function countCodeTry<R extends { kind: string; reason?: string }>(
  { services, clientAddress }: CodeTries,
  redeem: () => Promise<R>,
): Promise<R | TooMany> {
  const taken = await services.limits.consumeCodeTry({ clientAddress });
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
