import { formatAgo } from "#app/components/parts/numbers.ts";

/** One line under the bell. */
export interface NoticeItem {
  kind: "model" | "analysis";
  to: string;
  /** What it is about: a model's name, a race. */
  subject: string;
  /** 3分前. */
  ago: string;
}

/** Models and analyses of a user that ended and were not looked at yet. */
export interface EndedWork {
  unconfirmedModels: readonly { modelId: number; name: string; completedAt: number }[];
  unconfirmedAnalyses: readonly {
    analysisId: number;
    raceInfo: { raceNum: number; name: string; title: string };
    completedAt: number;
  }[];
}

/** Newest first. */
export function noticesOf({ unconfirmedModels, unconfirmedAnalyses }: EndedWork, now: number): NoticeItem[] {
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

/** Without those that lead to the page the reader is on. */
export function noticesElsewhere(notices: readonly NoticeItem[], pathname: string): NoticeItem[] {
  return notices.filter(({ to }) => to.replace(/#.*/, "") !== pathname);
}

/** Count from 1 to 9, from 10 on "!", none at 0. */
export function badgeOf(count: number): string | null {
  if (count === 0) return null;
  return count < 10 ? String(count) : "!";
}
