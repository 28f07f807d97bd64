import { formatAgo } from "#app/components/parts/numbers.ts";
import { type ChangedMark, changedMarkWords } from "#app/domain/scoring/place-horses.ts";
import type { RaceInfo } from "#app/domain/views/analyses.ts";
import { MODEL_COMPLETE } from "#app/forms/messages.ts";

export interface NotificationItem {
  tag: string;
  text: string;
  to: string;
  /** A model's name or a race. */
  subject: string;
  /** 3分前. */
  ago: string;
}

/** Ended and not seen yet. */
export interface EndedWork {
  unconfirmedModels: readonly { modelId: number; name: string; completedAt: number }[];
  unconfirmedAnalyses: readonly {
    analysisId: number;
    raceInfo: RaceInfo;
    completedAt: number;
    marks: readonly ChangedMark[];
  }[];
}

/** Newest first. */
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

/** Without those about the current page or its model. */
export function notificationsElsewhere(
  notifications: readonly NotificationItem[],
  pathname: string,
): NotificationItem[] {
  const shownModel = pathname.replace(/^\/models\/(edit\/)?(?=\d)/, "/models#model-");
  return notifications.filter(({ to }) => to.replace(/#.*/, "") !== pathname && to !== shownModel);
}

/** 1 to 9, "!" from 10, null for 0. */
export function badgeOf(count: number): string | null {
  if (count === 0) return null;
  return count < 10 ? String(count) : "!";
}
