import { hmacBase64Url, isHmacBase64Url } from "#app/adapters/session-token.server.ts";
import { findSecondFactor, undoSecondFactor } from "#app/db/accounts/second-factors.server.ts";
import { findJob } from "#app/db/jobs/jobs.server.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { logAuth } from "./auth-log.server.ts";
import { planFactorMail, wakeFactorMail } from "./second-factor.server.ts";

const UNDO_SECONDS = 7 * 86_400;

/** Null: off, or on for too long. */
export async function undoAddress(deps: Deps, { userId }: { userId: number }): Promise<string | null> {
  const factor = await findUndoable(deps, userId);
  if (factor === null) return null;
  const mac = await hmacBase64Url(deps.config.sessionSecret, signedText({ userId, ...factor }));
  return `${deps.config.publicUrl}/undoSecondFactor?uuid=${userId}.${mac}`;
}

/** Changes nothing. Null: it undoes none. */
export async function findUndo(deps: Deps, { code }: { code: string }): Promise<{ confirmedAt: number } | null> {
  const factor = await readUndo(deps, code);
  return factor === null ? null : { confirmedAt: factor.confirmedAt };
}

/** Ends all sessions. Idempotent. */
export async function undoByCode(
  deps: Deps,
  { code }: { code: string },
): Promise<{ kind: "undone" } | Refused<"invalid-code">> {
  const mail = { ...planFactorMail(deps), jobId: `undone-${await sha256Hex(code)}` };
  const factor = await readUndo(deps, code);
  const isUndone =
    factor !== null && (await undoSecondFactor(deps.db, { ...factor, onAfter: deps.now() - UNDO_SECONDS, mail }));
  if (!isUndone && (await findJob(deps.db, mail.jobId)) === null) {
    await logAuth(deps, { act: "factor-undo", factor: "mailed-link", outcome: "failure", account: null });
    return refused("invalid-code");
  }
  if (isUndone) {
    const account = { userId: factor.userId };
    await logAuth(deps, { act: "factor-undo", factor: "mailed-link", outcome: "success", account });
  }
  await wakeFactorMail(deps, mail);
  return { kind: "undone" };
}

async function readUndo(deps: Deps, code: string) {
  const [, user, mac = ""] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(code) ?? [];
  const userId = Number(user);
  const factor = user === undefined ? null : await findUndoable(deps, userId);
  if (factor === null) return null;
  const isGenuine = await isHmacBase64Url(deps.config.sessionSecret, signedText({ userId, ...factor }), mac);
  return isGenuine ? { userId, ...factor } : null;
}

async function findUndoable({ db, now }: Deps, userId: number) {
  const found = await findSecondFactor(db, userId);
  if (found === null || found.confirmedAt === null || found.confirmedAt <= now() - UNDO_SECONDS) return null;
  return { totpSeed: found.totpSeed, confirmedAt: found.confirmedAt };
}

/** Bound to the seed of one set-up. */
function signedText({ userId, totpSeed }: { userId: number; totpSeed: string }): string {
  return `undo-second-factor:${userId}:${totpSeed}`;
}
