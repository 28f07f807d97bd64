import { removeSubscription, saveSubscription } from "#app/db/notifications/push-subscriptions.server.ts";
import { PUSH_SUBSCRIPTIONS_MAX } from "#app/domain/notifications.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { isPushEndpoint } from "#app/domain/push-endpoint.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * Moves it from a former account: a browser has one.
 * @param input replaces: null: none
 * @returns not-offered: no key. unknown-service: no public push service
 */
export async function addDevice(
  deps: Deps,
  {
    user,
    subscription,
    replaces,
  }: { user: PlanHolder; subscription: { endpoint: string; p256dh: string; auth: string }; replaces: string | null },
): Promise<{ kind: "added"; id: number } | Refused<"not-offered" | "unknown-service" | "too-many-devices"> | TooMany> {
  const { push } = deps.config;
  if (push === null) return refused("not-offered");
  if (!isPushEndpoint(subscription.endpoint, push)) return refused("unknown-service");
  const taken = await consumeCall(deps, { user, door: "devices" });
  if (taken.kind === "refused") return taken;
  const id = await saveSubscription(deps.db, {
    userId: user.id,
    subscription,
    replaces,
    limit: PUSH_SUBSCRIPTIONS_MAX,
    now: deps.now(),
  });
  return id === null ? refused("too-many-devices") : { kind: "added", id };
}

/** By id or endpoint. Idempotent. */
export async function removeDevice(
  deps: Deps,
  { user, ...device }: { user: PlanHolder } & ({ id: number } | { endpoint: string }),
): Promise<void> {
  await removeSubscription(deps.db, { userId: user.id, ...device });
}
