import { readSettings, saveChoices } from "#app/db/notices/notice-choices.server.ts";
import { NOTICE_KINDS, type NoticeChannels, type NoticeKind } from "#app/domain/notices.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { type PushService, pushServiceOf } from "#app/domain/push-endpoint.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * A user's choices by kind, all off until chosen, and devices, the oldest first. One round trip.
 *
 * @returns pushKey: by which browsers subscribe; null: push is not offered
 */
export async function readNoticeChoices(
  deps: Deps,
  { user }: { user: PlanHolder },
): Promise<{
  choices: (NoticeChannels & { kind: NoticeKind })[];
  devices: { id: number; endpoint: string; service: PushService; addedOn: string }[];
  isPushOffered: boolean;
  pushKey: string | null;
}> {
  const { choices, devices } = await readSettings(deps.db, { userId: user.id });
  return {
    choices: NOTICE_KINDS.map(
      (kind) => choices.find((choice) => choice.kind === kind) ?? { kind, byMail: false, byPush: false },
    ),
    devices: devices.map(({ id, endpoint, createdAt }) => ({
      id,
      endpoint,
      service: pushServiceOf(endpoint),
      addedOn: japanDay(createdAt),
    })),
    isPushOffered: deps.pushNotice !== undefined,
    pushKey: deps.config.push?.publicKey ?? null,
  };
}

/**
 * Stores the choices of the settings page: the kinds that are ticked by a channel, all others off. What is not offered
 * stays as it is.
 */
export async function saveNoticeChoices(
  deps: Deps,
  { user, byMail, byPush }: { user: PlanHolder; byMail: readonly NoticeKind[]; byPush: readonly NoticeKind[] },
): Promise<{ kind: "saved" } | TooMany> {
  const taken = await consumeCall(deps, { user, door: "profile" });
  if (taken.kind === "refused") return taken;
  const isPushOffered = deps.pushNotice !== undefined;
  await saveChoices(deps.db, {
    userId: user.id,
    choices: NOTICE_KINDS.map((kind) => ({
      kind,
      byMail: byMail.includes(kind),
      ...(isPushOffered && { byPush: byPush.includes(kind) }),
    })),
    now: deps.now(),
  });
  return { kind: "saved" };
}
