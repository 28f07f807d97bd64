import { removeSubscription, saveSubscription } from "#app/db/notices/push-subscriptions.server.ts";
import { PUSH_SUBSCRIPTIONS_MAX } from "#app/domain/notices.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { isPushEndpoint } from "#app/domain/push-endpoint.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * Stores the subscription of the user's browser. It moves here from an account that had it before: a browser has one, and
 * who turns notices on uses it now.
 *
 * @param input replaces: endpoint that the browser has exchanged for this one; null: none
 * @returns id: of the device. not-offered: the site has no key. unknown-service: the endpoint is no address of a push service
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

/** Sends no more notices to a device of the user, by its id or its endpoint; nothing if it is none. */
export async function removeDevice(
  deps: Deps,
  { user, ...device }: { user: PlanHolder } & ({ id: number } | { endpoint: string }),
): Promise<void> {
  await removeSubscription(deps.db, { userId: user.id, ...device });
}
