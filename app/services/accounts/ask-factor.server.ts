import { consumeProof, findSecondFactor } from "#app/db/accounts/second-factors.server.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { tryCode } from "./second-factor.server.ts";

/**
 * Checks the code of an account with a second factor before a change that an open session alone must not make; the code is
 * used up. Accounts without one need none.
 *
 * @returns no-code: the account has a second factor, and no code was given
 */
export async function askFactor(
  deps: Deps,
  { userId, code = "" }: { userId: number; code?: string | undefined },
): Promise<{ kind: "right" } | Refused<"no-code" | "wrong-code"> | TooMany> {
  const found = await findSecondFactor(deps.db, userId);
  if (found === null || found.confirmedAt === null) return { kind: "right" };
  if (code.trim() === "") return refused("no-code");
  const proven = await tryCode(deps, { userId, code, act: "confirm" }, (proof) =>
    consumeProof(deps.db, { userId, proof }),
  );
  return proven.kind === "proven" ? { kind: "right" } : proven;
}
