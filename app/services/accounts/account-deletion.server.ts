import { deleteArtifacts } from "#app/adapters/artifact-store.server.ts";
import { errorText } from "#app/adapters/error-text.server.ts";
import {
  type DeletedAccount,
  deleteUser,
  findUnerased,
  listAddresses,
  listUnerased,
  recordErased,
} from "#app/db/accounts/account-deletion.server.ts";
import { deleteCustomer } from "#app/db/billing/billing.server.ts";
import {
  beginArtifactRemovals,
  endArtifactRemovals,
  LONGEST_INVOCATION_SECONDS,
} from "#app/db/models/artifacts.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { stopSharesOfDeleted, stopSharesOfUser } from "#app/services/analyses/sharing.server.ts";
import { recordDeletion } from "#app/services/backups/deletion-notes.server.ts";
import { syncBilling } from "#app/services/billing/billing-sync.server.ts";
import { closeOpenCheckout, findCustomersMade } from "#app/services/billing/plan-checkout.server.ts";
import { lookAtPlan, orUnavailable } from "#app/services/billing/plans.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { mailReceiverPermit, mailUserPermit, resetMailPaceKey } from "#app/services/mail/mail-permits.server.ts";
import { deleteFromRankings } from "#app/services/rankings/rankings-switch.server.ts";
import { checkCurrentPassword, currentPasswordKey } from "./current-password.server.ts";
import { accountFailuresKey, CALLS, callKey } from "./limits.server.ts";
import { requireFactor, secondFactorKey } from "./second-factor.server.ts";

/**
 * Ends the subscription first; without Stripe nothing is deleted. A job repeats what fails after the transaction.
 * @param input password: omitted by the API; code: required with a second factor
 */
export async function deleteAccount(
  deps: Deps,
  { user, password, code }: { user: PlanHolder; password?: string; code?: string | undefined },
): Promise<
  { kind: "deleted" } | Refused<"wrong-password" | "no-code" | "wrong-code" | "busy" | "billing-unavailable"> | TooMany
> {
  if (password !== undefined) {
    const checked = await checkCurrentPassword(deps, { userId: user.id, password });
    if (checked.kind === "refused") return checked;
  }
  const proven = await requireFactor(deps, { userId: user.id, code });
  if (proven.kind === "refused") return proven;
  const ended = await orUnavailable(() => endBilling(deps, user));
  if (ended !== null) return refused("billing-unavailable");
  await stopSharesOfUser(deps, { userId: user.id });
  await deleteRows(deps, { userId: user.id, now: deps.now() });
  await eraseAtOnce(deps, { userId: user.id });
  return { kind: "deleted" };
}

async function endBilling(deps: Deps, user: PlanHolder): Promise<null> {
  await closeOpenCheckout(deps, { user });
  const { live } = await lookAtPlan(deps, user);
  if (live === null) return null;
  await deps.billing.cancelSubscription({ subscriptionId: live.id, reason: "account-deletion" });
  await lookAtPlan(deps, user);
  return null;
}

/** The hourly check recreates older jobs. */
const LOST_AFTER_SECONDS = 3_600;
const LOST_AT_ONCE = 100;
/** Another process erases the same data. */
const BUSY_SECONDS = 600;

/** Each step is idempotent. */
const STEPS = {
  // Backups of the database still contain the account.
  note: (deps, { userId, deletedAt }) => recordDeletion(deps, { userId, at: deletedAt }),
  shares: (deps) => stopSharesOfDeleted(deps),
  rankings: deleteFromRankings,
  artifacts: removeArtifacts,
  stripe: deleteAtStripe,
  // Rows written meanwhile, or that waited for other steps.
  rows: (deps, { userId, deletedAt }) => deleteRows(deps, { userId, now: deletedAt }),
} satisfies Record<string, (deps: Deps, account: DeletedAccount & { userId: number }) => Promise<void>>;

/** A failing step does not prevent the others: the job repeats all. */
export async function eraseAtOnce(deps: Deps, { userId }: { userId: number }): Promise<void> {
  const attempt = async <T>(step: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      console.error(JSON.stringify({ event: "account.erasure-failed", step, userId, error: errorText(error) }));
      return null;
    }
  };
  const account = await attempt("find", () => findUnerased(deps.db, { userId }));
  if (account === null) return;
  for (const [step, erase] of Object.entries(STEPS)) await attempt(step, () => erase(deps, { ...account, userId }));
}

/** Runs twice: a minute after the deletion, and when no earlier request can still be running. */
export async function eraseAccount(deps: Deps, { userId }: { userId: number }): Promise<JobOutcome> {
  const account = await findUnerased(deps.db, { userId });
  if (account === null) return { kind: "done" };
  const startedAt = deps.now();
  for (const erase of Object.values(STEPS)) await erase(deps, { ...account, userId });
  const lastLookAt = account.deletedAt + LONGEST_INVOCATION_SECONDS;
  if (startedAt < lastLookAt) return { kind: "again", delaySeconds: lastLookAt - startedAt };
  if (await recordErased(deps.db, { userId, now: deps.now() })) return { kind: "done" };
  return { kind: "again", delaySeconds: BUSY_SECONDS };
}

/** Hourly: recreates failed and lost jobs. */
export async function enqueueDueErasures(deps: Deps): Promise<void> {
  const deletedBefore = deps.now() - LOST_AFTER_SECONDS;
  for (const userId of await listUnerased(deps.db, { deletedBefore, limit: LOST_AT_ONCE })) {
    await enqueueJob(deps, { kind: "erase-account", subject: String(userId) });
  }
}

/** Idempotent. */
export async function deleteRows(deps: Deps, { userId, now }: { userId: number; now: number }): Promise<void> {
  const limitKeys = await limitKeysOf({ userId, emails: await listAddresses(deps.db, { userId }) });
  await deleteUser(deps.db, { userId, jobId: deps.newId(), limitKeys, now });
}

/** Unless another user's model refers to them. */
async function removeArtifacts(deps: Deps, { userId }: { userId: number }): Promise<void> {
  const keys = await beginArtifactRemovals(deps.db, { userId, now: deps.now() });
  if (keys.length === 0) return;
  await deleteArtifacts(deps.store, keys);
  await endArtifactRemovals(deps.db, keys);
}

/** Includes customers whose creation response was lost. */
async function deleteAtStripe(deps: Deps, account: DeletedAccount & { userId: number }): Promise<void> {
  const { userId, customerId, customerAskedAt } = account;
  if (customerId !== null) await deleteKnownCustomer(deps, { userId, customerId });
  for (const made of await findCustomersMade(deps, { userId, askedAt: customerAskedAt }))
    if (made !== customerId) await deps.billing.deleteCustomer({ customerId: made });
}

/** First closes pages opened meanwhile and refunds payments on them. */
async function deleteKnownCustomer(deps: Deps, { userId, customerId }: { userId: number; customerId: string }) {
  await closeOpenCheckout(deps, { user: { id: userId, plan: Plan.free } });
  await syncBilling(deps, { userId });
  const forgotten = await deps.billing.deleteCustomer({ customerId });
  if (forgotten === "deleted") await deleteCustomer(deps.db, { userId, customerId, now: deps.now() });
}

/** For the deletion of an account, with present and former mail addresses. */
export async function limitKeysOf({
  userId,
  emails,
}: {
  userId: number;
  emails: readonly string[];
}): Promise<string[]> {
  const ofAddresses = emails.map(async (email) => [
    await accountFailuresKey(email),
    (await mailReceiverPermit(email)).key,
    await resetMailPaceKey(email),
  ]);
  return [
    ...Object.keys(CALLS).map((door) => callKey(door, userId)),
    currentPasswordKey(userId),
    secondFactorKey(userId),
    mailUserPermit(userId).key,
    ...(await Promise.all(ofAddresses)).flat(),
  ];
}
