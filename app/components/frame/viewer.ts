import { formatAgo } from "#app/components/parts/numbers.ts";
import { restrictedWords } from "#app/components/plans/restricted-words.ts";
import { PROFILE_ICONS } from "#app/domain/accounts/profile.ts";
import { planName } from "#app/domain/plans/plans.ts";
import { changedMarkWords } from "#app/domain/scoring/place-horses.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { MODEL_COMPLETE } from "#app/forms/messages.ts";
import type { Viewer } from "./app-shell.tsx";
import type { NotificationItem } from "./notifications.ts";

/** Ended and not seen yet. */
type EndedWork = Pick<SessionUser, "unconfirmedModels" | "unconfirmedAnalyses">;

type User = EndedWork & Pick<SessionUser, "name" | "icon" | "plan">;

export function viewerOf(user: User, now: number): Viewer {
  return {
    name: user.name,
    icon: PROFILE_ICONS.find((icon) => icon === user.icon) ?? null,
    planName: planName(user.plan),
    restricted: restrictedWords(user.plan),
    notifications: notificationsOf(user, now),
  };
}

export function notificationsOf(
  { unconfirmedModels, unconfirmedAnalyses }: EndedWork,
  now: number,
): NotificationItem[] {
  const items = [
    ...unconfirmedAnalyses.map(({ analysisId, raceInfo, completedAt, marks }) => ({
      tag: "分析",
      text:
        marks.length === 0
          ? "分析が完了しました。結果を見てみましょう"
          : `印が変わりました（${marks.map(changedMarkWords).join("、")}）`,
      to: `/analyses/${analysisId}`,
      subject: `${raceInfo.title} ${raceInfo.raceNum}R ${raceInfo.name}`,
      completedAt,
    })),
    ...unconfirmedModels.map(({ modelId, name, completedAt }) => ({
      tag: "モデル",
      text: MODEL_COMPLETE,
      to: `/models#model-${modelId}`,
      subject: name,
      completedAt,
    })),
  ];
  items.sort((one, other) => other.completedAt - one.completedAt);
  return items.map(({ completedAt, ...item }) => ({ ...item, ago: formatAgo(now - completedAt) }));
}
