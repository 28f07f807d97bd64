import { formatAgo } from "#app/components/parts/numbers.ts";
import type { RaceInfo } from "#app/domain/views/analyses.ts";

export interface NotificationItem {
  kind: "model" | "analysis";
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
  }[];
}

/** Newest first. */
export function notificationsOf(
  { unconfirmedModels, unconfirmedAnalyses }: EndedWork,
  now: number,
): NotificationItem[] {
  const items = [
    ...unconfirmedAnalyses.map(({ analysisId, raceInfo, completedAt }) => ({
      kind: "analysis" as const,
      to: `/analyses/${analysisId}`,
      subject: `${raceInfo.title} ${raceInfo.raceNum}R ${raceInfo.name}`,
      completedAt,
    })),
    ...unconfirmedModels.map(({ modelId, name, completedAt }) => ({
      kind: "model" as const,
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
