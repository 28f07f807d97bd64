import { dropSecondFactor, findSecondFactor } from "#app/db/accounts/second-factors.server.ts";
import { deleteSessionsOfUser } from "#app/db/accounts/sessions.server.ts";
import { findLivingUser } from "#app/db/accounts/users.server.ts";
import * as files from "#app/db/operations/user-files.server.ts";
import { isRestricted, planLimits, planName } from "#app/domain/plans/plans.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { planFactorMail, wakeFactorMail } from "#app/services/accounts/second-factor.server.ts";
import { stopSharesOfHidden } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { hideOwner } from "#app/services/rankings/rankings-switch.server.ts";
import { auditEntry, recordAction } from "./audit.server.ts";

/** Each look and action is audited. */

interface ByStaff {
  staff: { id: number };
  reason: string;
}

/** Exact matches. */
export async function findUsers(
  deps: Deps,
  { staff, text }: { staff: { id: number }; text: string },
): Promise<{ id: number; name: string; email: string }[]> {
  const asked = text.trim();
  if (asked === "") return [];
  const number = /^(?:u_)?([1-9]\d{0,14})$/.exec(asked)?.[1];
  const found = await files.findUsers(deps.db, { text: asked, userId: number === undefined ? null : Number(number) });
  // Not the words, which may be an address.
  const subject = found.length === 1 ? subjectOf(found[0]?.id ?? 0) : "";
  await recordAction(deps, { staff, action: "user.searched", subject, reason: `${found.length}件` });
  return found.map((user) => ({ ...user, email: maskAddress(user.email) }));
}

/** Audited; the address is masked. Null: no such account. */
export async function openUser(deps: Deps, { staff, userId }: { staff: { id: number }; userId: number }) {
  const now = deps.now();
  const file = await files.readUserFile(deps.db, { userId, day: japanDay(now), month: japanMonth(now), now });
  if (file === null) return null;
  await recordAction(deps, { staff, action: "user.opened", subject: subjectOf(userId), reason: "" });
  return {
    ...file,
    email: maskAddress(file.email),
    planName: planName(file.plan),
    isRestricted: isRestricted(file.plan),
    limits: planLimits(file.plan),
    plans: file.plans.map((change) => ({ ...change, planName: planName(change.plan) })),
  };
}

export async function readAddress(
  deps: Deps,
  { staff, userId, reason }: ByStaff & { userId: number },
): Promise<string | null> {
  const user = await findLivingUser(deps.db, userId);
  if (user === null) return null;
  await recordAction(deps, { staff, action: "user.address-seen", subject: subjectOf(userId), reason });
  return user.email;
}

export async function signUserOut(
  deps: Deps,
  { staff, userId, reason }: ByStaff & { userId: number },
): Promise<{ kind: "signed-out" } | Refused<"unknown-user">> {
  if ((await findLivingUser(deps.db, userId)) === null) return refused("unknown-user");
  await recordAction(deps, { staff, action: "user.signed-out", subject: subjectOf(userId), reason });
  await deleteSessionsOfUser(deps.db, userId);
  return { kind: "signed-out" };
}

/** In rankings and shared pages at once; shown again from the next count. */
export async function setNameHidden(
  deps: Deps,
  { staff, userId, isHidden, reason }: ByStaff & { userId: number; isHidden: boolean },
): Promise<{ kind: "changed" } | Refused<"same">> {
  const at = isHidden ? deps.now() : null;
  const action = isHidden ? "user.name-hidden" : "user.name-shown";
  const entry = auditEntry(deps, { staff, action, subject: subjectOf(userId), reason });
  const isChanged = await files.setNameHidden(deps.db, { userId, at, entry });
  if (isHidden) {
    // An earlier call may have been cut off here.
    await hideOwner(deps, { userId });
    await stopSharesOfHidden(deps);
  }
  return isChanged ? { kind: "changed" } : refused("same");
}

function subjectOf(userId: number): string {
  return `user:${userId}`;
}

/** na•••••@example.jp */
function maskAddress(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${name.slice(0, 2)}•••••@${host}`;
}

/** Audited first, and mailed to the user. */
export async function endUserSecondFactor(
  deps: Deps,
  { staff, userId, reason }: { staff: { id: number }; userId: number; reason: string },
): Promise<{ kind: "dropped" } | Refused<"has-none">> {
  if (((await findSecondFactor(deps.db, userId))?.confirmedAt ?? null) === null) return refused("has-none");
  await recordAction(deps, { staff, action: "user.second-factor-dropped", subject: subjectOf(userId), reason });
  const mail = planFactorMail(deps);
  if (!(await dropSecondFactor(deps.db, { userId, mail }))) return refused("has-none");
  await wakeFactorMail(deps, mail);
  return { kind: "dropped" };
}
