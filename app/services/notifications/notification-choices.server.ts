import { hmacBase64Url, isHmacBase64Url } from "#app/adapters/session-token.server.ts";
import {
  readSettings,
  stopMails,
  saveChoices as storeChoices,
} from "#app/db/notifications/notification-choices.server.ts";
import { removeSubscription, saveSubscription } from "#app/db/notifications/push-subscriptions.server.ts";
import {
  isNotificationKind,
  NOTIFICATION_KINDS,
  type NotificationKind,
  PUSH_SUBSCRIPTIONS_MAX,
} from "#app/domain/notifications.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { isPushEndpoint, pushServiceOf } from "#app/domain/push-endpoint.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { calendarAddress } from "#app/services/fans/calendar.server.ts";

/** Off until chosen. pushKey null: not offered; calendar null: none. */
export async function readChoices(deps: Deps, { user }: { user: PlanHolder }) {
  const { choices, devices, calendarKey: key } = await readSettings(deps.db, { userId: user.id });
  return {
    choices: NOTIFICATION_KINDS.map(
      (kind) => choices.find((choice) => choice.kind === kind) ?? { kind, byMail: false, byPush: false },
    ),
    devices: devices.map(({ id, endpoint, createdAt }) => ({
      id,
      endpoint,
      service: pushServiceOf(endpoint),
      addedOn: japanDay(createdAt),
    })),
    isPushOffered: deps.pushNotification !== undefined,
    pushKey: deps.config.push?.publicKey ?? null,
    calendar: key === null ? null : await calendarAddress(deps, { userId: user.id, key }),
  };
}

/** Kinds that are not ticked are off. Channels that are not offered stay. */
export async function saveChoices(
  deps: Deps,
  {
    user,
    byMail,
    byPush,
  }: { user: PlanHolder; byMail: readonly NotificationKind[]; byPush: readonly NotificationKind[] },
): Promise<{ kind: "saved" } | TooMany> {
  const taken = await consumeCall(deps, { user, door: "profile" });
  if (taken.kind === "refused") return taken;
  const isPushOffered = deps.pushNotification !== undefined;
  await storeChoices(deps.db, {
    userId: user.id,
    choices: NOTIFICATION_KINDS.map((kind) => ({
      kind,
      byMail: byMail.includes(kind),
      ...(isPushOffered && { byPush: byPush.includes(kind) }),
    })),
    now: deps.now(),
  });
  return { kind: "saved" };
}

/** A browser has one: it leaves its former account. not-offered: no key. unknown-service: no public push service. */
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

interface Stop {
  userId: number;
  kind: NotificationKind;
}

/** Works without log-in for as long as the mail is kept. The code is derived, not stored. */
export async function stopAddress({ config }: Pick<Deps, "config">, { userId, kind }: Stop): Promise<string> {
  const mac = await hmacBase64Url(config.sessionSecret, signedText({ userId, kind }));
  return `${config.publicUrl}/notices/stop?code=${userId}.${kind}.${mac}`;
}

function signedText({ userId, kind }: Stop): string {
  return `stop-notifications:${userId}:${kind}`;
}

/** Null: not ours. Reads nothing. */
export async function readStop({ config }: Pick<Deps, "config">, { code }: { code: string }): Promise<Stop | null> {
  const [user = "", kind = "", mac = "", ...rest] = code.split(".");
  if (rest.length > 0 || !/^[1-9]\d{0,14}$/.test(user) || !isNotificationKind(kind)) return null;
  const stop = { userId: Number(user), kind };
  return (await isHmacBase64Url(config.sessionSecret, signedText(stop), mac)) ? stop : null;
}

/** Idempotent. */
export async function stopByCode(
  deps: Deps,
  { code }: { code: string },
): Promise<{ kind: "stopped"; notificationKind: NotificationKind } | Refused<"invalid-code">> {
  const stop = await readStop(deps, { code });
  if (stop === null) return refused("invalid-code");
  await stopMails(deps.db, { ...stop, now: deps.now() });
  return { kind: "stopped", notificationKind: stop.kind };
}
