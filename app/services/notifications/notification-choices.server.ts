import { readSettings, saveChoices } from "#app/db/notifications/notification-choices.server.ts";
import { NOTIFICATION_KINDS, type NotificationKind } from "#app/domain/notifications.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { pushServiceOf } from "#app/domain/push-endpoint.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { calendarAddress } from "#app/services/fans/calendar.server.ts";

/** Off until chosen. pushKey null: not offered; calendar null: none. */
export async function readNotificationChoices(deps: Deps, { user }: { user: PlanHolder }) {
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
export async function saveNotificationChoices(
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
  await saveChoices(deps.db, {
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
