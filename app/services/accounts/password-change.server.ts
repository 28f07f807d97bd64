import { BUSY } from "#app/adapters/password-hash.server.ts";
import { findLivingUser, setPasswordInSession } from "#app/db/accounts/users.server.ts";
import { isWeakPassword } from "#app/domain/accounts/weak-passwords.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import type { MailJobPayload } from "#app/services/mail/mail-jobs.server.ts";
import { checkCurrentPassword } from "./current-password.server.ts";
import { readSession } from "./session-claims.server.ts";

/** Ends other sessions and mails the owner. Idempotent. */
export async function changePassword(
  deps: Deps,
  {
    user,
    token,
    currentPassword,
    password,
  }: { user: { id: number }; token: string; currentPassword: string; password: string },
): Promise<{ kind: "changed" } | Refused<"wrong-password" | "weak-password" | "busy"> | TooMany> {
  const [own, session] = [await findLivingUser(deps.db, user.id), await readSession(deps, { token })];
  if (own === null || session === null) return refused("wrong-password");
  if (isWeakPassword({ password, email: own.email })) return refused("weak-password");
  const checked = await checkCurrentPassword(deps, { userId: user.id, password: currentPassword });
  if (checked.kind !== "right") {
    return checked.reason === "wrong-password" ? wasChanged(deps, { userId: user.id, password }) : checked;
  }
  const passwordHash = await deps.passwords.hash(password, { visitor: `user:${user.id}` });
  if (passwordHash === BUSY) return refused("busy");
  const now = deps.now();
  const jobId = deps.newId();
  const payload: MailJobPayload = { about: "password-changed", userId: user.id, others: true };
  const job = { id: jobId, kind: "send-mail" as const, subject: `password-changed:${user.id}:${jobId}`, payload, now };
  const { sessionId } = session;
  const change = { userId: user.id, checkedHash: checked.passwordHash, passwordHash, sessionId, job, now };
  if (!(await setPasswordInSession(deps.db, change))) return wasChanged(deps, { userId: user.id, password });
  await wakeJob(deps, job);
  return { kind: "changed" };
}

/** Costs a wrong password two tries. */
async function wasChanged(
  deps: Deps,
  input: { userId: number; password: string },
): Promise<{ kind: "changed" } | Refused<"wrong-password" | "busy"> | TooMany> {
  const checked = await checkCurrentPassword(deps, input);
  return checked.kind === "right" ? { kind: "changed" } : checked;
}
