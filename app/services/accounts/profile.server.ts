import {
  changeEmailByCode,
  findEmailChange,
  findEmailChangedBy,
  insertEmailChange,
} from "#app/db/accounts/email-changes.server.ts";
import { isStaffAccount } from "#app/db/accounts/passkeys.server.ts";
import { updateProfile as storeProfile } from "#app/db/accounts/profiles.server.ts";
import { consumePermits } from "#app/db/accounts/rate-limits.server.ts";
import { findLivingUser } from "#app/db/accounts/users.server.ts";
import { normalizeEmail } from "#app/domain/accounts/email-address.ts";
import type { ProfileFields } from "#app/domain/accounts/profile.ts";
import { isReservedName } from "#app/domain/clean-name.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import { type MailJobPayload, mailCode } from "#app/services/mail/mail-jobs.server.ts";
import { mailReceiverPermit, mailSenderPermit, mailUserPermit } from "#app/services/mail/mail-permits.server.ts";
import { checkCurrentPassword } from "./current-password.server.ts";
import { requireFactor } from "./second-factor.server.ts";

const CODE_SECONDS = 24 * 3600;

interface ProfileUpdate {
  user: PlanHolder;
  /** Undefined stays. */
  changes: Partial<ProfileFields> & { name?: string; email?: string };
  /** For another `email`. */
  currentPassword?: string;
  /** For another `email`, with a second factor. */
  code?: string | undefined;
  clientAddress: string;
}

/** An address changes by its mailed link, after password and code. Only that mail shows whether it is taken. */
export async function updateProfile(
  deps: Deps,
  { user, changes: { email: asked, ...changes }, currentPassword, code, clientAddress }: ProfileUpdate,
): Promise<
  | { kind: "updated"; isEmailChangeMailed: boolean }
  | Refused<"wrong-password" | "no-code" | "wrong-code" | "reserved-name" | "busy">
  | TooMany
> {
  if (changes.name !== undefined && isReservedName(changes.name)) {
    // Reserved names: staff may use them, and present owners keep them.
    const [own, isOfStaff] = [await findLivingUser(deps.db, user.id), await isStaffAccount(deps.db, user.id)];
    if (!isOfStaff && own?.name !== changes.name) return refused("reserved-name");
  }
  const email = asked === undefined ? null : normalizeEmail(asked);
  if (email === null || email === (await findLivingUser(deps.db, user.id))?.email) {
    await storeProfile(deps.db, { userId: user.id, changes });
    return { kind: "updated", isEmailChangeMailed: false };
  }
  const checked = await checkCurrentPassword(deps, { userId: user.id, password: currentPassword ?? "" });
  if (checked.kind === "refused") return checked;
  const proven = await requireFactor(deps, { userId: user.id, code });
  if (proven.kind === "refused") return proven;

  const now = deps.now();
  const limited = { now: deps.machineNow() };
  const permits = [await mailSenderPermit(clientAddress), mailUserPermit(user.id)];
  const exceeded = await consumePermits(deps.db, { permits, ...limited });
  if (exceeded !== null) return tooMany(exceeded);
  if ((await consumePermits(deps.db, { permits: [await mailReceiverPermit(email)], ...limited })) !== null) {
    await storeProfile(deps.db, { userId: user.id, changes });
    return { kind: "updated", isEmailChangeMailed: true };
  }

  const id = deps.newId();
  const payloads: MailJobPayload[] = [
    { about: "code", codeId: id },
    { about: "email-change-asked", codeId: id },
  ];
  const jobs = payloads.map((payload) => ({ id: deps.newId(), subject: `${payload.about}:${id}`, payload }));
  const codeHash = await sha256Hex(await mailCode(deps, id));
  await insertEmailChange(deps.db, {
    userId: user.id,
    passwordHash: checked.passwordHash,
    changes,
    code: { id, codeHash, email, expiresAt: now + CODE_SECONDS },
    jobs,
    now,
  });
  for (const job of jobs) await wakeJob(deps, { id: job.id, kind: "send-mail" });
  return { kind: "updated", isEmailChangeMailed: true };
}

export async function findNewEmail(deps: Deps, { code }: { code: string }): Promise<{ email: string } | null> {
  return findEmailChange(deps.db, { codeHash: await sha256Hex(code), now: deps.now() });
}

/** Notifies the old address. Idempotent. */
export async function changeEmail(
  deps: Deps,
  { code }: { code: string },
): Promise<{ kind: "changed"; email: string } | Refused<"invalid-code">> {
  const jobId = deps.newId();
  const billingJobId = deps.newId();
  const codeHash = await sha256Hex(code);
  const email = await changeEmailByCode(deps.db, { codeHash, jobId, billingJobId, now: deps.now() });
  if (email === null) {
    // A repeated form.
    const changed = await findEmailChangedBy(deps.db, { codeHash, now: deps.now() });
    return changed === null ? refused("invalid-code") : { kind: "changed", email: changed };
  }
  await wakeJob(deps, { id: jobId, kind: "send-mail" });
  await wakeJob(deps, { id: billingJobId, kind: "sync-billing" });
  return { kind: "changed", email };
}
