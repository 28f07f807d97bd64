import type { EnteredFavourite } from "#app/db/notifications/event-notifications.server.ts";
import type { LastWeek } from "#app/domain/days/own-picks.ts";
import type { NotificationDraft } from "#app/domain/notifications.ts";
import type { MonthAnswers } from "#app/domain/own-records/answers.ts";
import { monthAndDay } from "#app/domain/racing/japan-time.ts";
import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";
import { type ChangedMark, changedMarkWords } from "#app/domain/scoring/place-horses.ts";
import type { SeasonEntry } from "#app/domain/season/season-board.ts";

/** They leave the site: no results, odds, weights, people or payouts (README, "Rights"). */

interface OfDay {
  userId: number;
  day: string;
}

/** Others are counted only. */
const NAMED_FAVOURITES = 10;

/** `{model}`: the model's name. */
export const MODEL_READY = {
  title: "AIモデルが使えるようになりました",
  body: "「{model}」の学習が終わり、レースの分析に使えるようになりました。",
};

export const SEARCH_READY = {
  title: "改善案の結果が出ました",
  body: "「{model}」の改善案を調べ終わりました。",
};

/** Placeholders of the first race waited for. */
export const WEIGHTS_OUT = {
  title: "馬体重が発表され、分析が始まりました",
  body: "{venue}{race}Rの馬体重が発表され、待っていた「{model}」の分析が始まりました。\nほかのレースも、馬体重が発表されしだい分析します。",
  path: "/days/{date}?model={modelId}",
};

/** Horse numbers and marks only. */
export function marksChanged({
  userId,
  model,
  race,
  analysisId,
  marks,
  day,
}: {
  userId: number;
  model: string;
  race: { venue: string; raceNum: number };
  analysisId: number;
  marks: readonly ChangedMark[];
  day: string;
}): NotificationDraft {
  return {
    ...{ userId, kind: "marks-changed", event: String(analysisId), day },
    title: `${race.venue}${race.raceNum}Rの印が変わりました`,
    body: `「${model}」の印は、${marks.map(changedMarkWords).join("、")}です。`,
    path: `/analyses/${analysisId}`,
  };
}

export function rankingsOut({ cadence, key, from, to }: Pick<CountedPeriod, "cadence" | "key" | "from" | "to">): {
  event: string;
  title: string;
  body: string;
  path: string;
} {
  const name = cadence === "weekly" ? "週間" : "月間";
  const days = from === to ? monthAndDay(from) : `${monthAndDay(from)}から${monthAndDay(to)}まで`;
  return {
    event: `${cadence}:${key}`,
    title: `${name}ランキングが出ました`,
    body: `${days}のレースの${name}ランキングが出ました。`,
    path: `/rankings/${cadence}`,
  };
}

export function racesSettled({ userId, day, settled }: OfDay & { settled: number }): NotificationDraft {
  return {
    ...{ userId, kind: "race-settled", event: day, day },
    title: "分析したレースの結果が出ました",
    body: `${monthAndDay(day)}に発走前に分析した${settled}レースの結果が出ました。`,
    path: `/days/${day}`,
  };
}

/** The same kind and event as a user's own results. */
export function followedSettled({ userId, day, models }: OfDay & { models: number }): NotificationDraft {
  return {
    ...{ userId, kind: "race-settled", event: day, day },
    title: "フォロー中のモデルの結果が出ました",
    body: `${monthAndDay(day)}に記録した${models}モデルの結果が出ました。`,
    path: "/following",
  };
}

/** Before its day, the card itself is not shown. */
export function entriesOut({ day, venues }: { day: string; venues: readonly { venue: string; races: number }[] }) {
  return {
    ...{ event: day, day },
    title: "明日の出馬表がそろいました",
    body: [
      `${monthAndDay(day)}の中央競馬は、${venues.map(({ venue, races }) => `${venue}${races}レース`).join("、")}です。`,
      "出馬表とAIモデルの分析は、当日の0時から使えます。",
    ].join("\n"),
    path: "/races",
  };
}

interface ReviewedWeek {
  userId: number;
  /** Its Monday. */
  day: string;
  from: string;
  to: string;
  /** Null: nothing was forecast. */
  week: LastWeek | null;
  season: (Pick<SeasonEntry, "rank" | "firstRank" | "lastRank"> & { modelName: string }) | null;
  answers: MonthAnswers | null;
  nextDay: { date: string; venues: readonly string[] } | null;
}

/** Sums of the user's own forecasts; of races, only days and courses. */
export function weekReviewed({
  userId,
  day,
  from,
  to,
  week,
  season,
  answers,
  nextDay,
}: ReviewedWeek): NotificationDraft {
  const days = `${monthAndDay(from)}から${monthAndDay(to)}まで`;
  const lines = [
    week === null
      ? `${days}、結果の出た発走前の分析はありませんでした。`
      : `${days}に発走前に分析した${week.own.races}レースで、「${week.modelName}」の◎は${week.own.hits}回勝ちました。同じレースの1番人気は${week.favourite.hits}回です。1週の差は、ほとんど運です。`,
    season &&
      `年間ランキングでは「${season.modelName}」が${season.rank}位です（95%の範囲は${season.firstRank}〜${season.lastRank}位）。`,
    answers && answered(answers),
    day.slice(5, 7) === "12" ? `成績表から「${day.slice(0, 4)}年のまとめ」を開けます。` : null,
    nextDay && `次の開催日は${monthAndDay(nextDay.date)}（${nextDay.venues.join("、")}）です。`,
  ];
  return {
    ...{ userId, kind: "week-review", event: day, day },
    title: `先週のまとめ（${monthAndDay(from)}〜${monthAndDay(to)}）`,
    body: lines.filter((line) => line !== null).join("\n"),
    path: "/models/all/record",
  };
}

function answered({ month, races, views }: MonthAnswers): string {
  const named = (verdict: "higher" | "lower", words: string) => {
    const groups = views.filter((view) => view.verdict === verdict).map(({ group }) => group);
    return groups.length === 0 ? [] : [`「${groups.join("」「")}」で勝ち馬を${words}見ていました。`];
  };
  const found = [...named("higher", "高く"), ...named("lower", "低く")];
  const words = found.length === 0 ? "どの見方も、まだ偶然と区別できません。" : found.join("");
  return `${Number(month.slice(5))}月の答え合わせ（${races}レース）：${words}`;
}

/** By start. */
export function favouritesEntered(entered: readonly EnteredFavourite[], { userId, day }: OfDay): NotificationDraft {
  const raceIds = [...new Set(entered.map(({ raceId }) => raceId))];
  const left = entered.length - NAMED_FAVOURITES;
  return {
    ...{ userId, kind: "favourite-entered", event: day, day },
    title: "お気に入りの馬が出走します",
    body: [
      `${monthAndDay(day)}に出走するお気に入りの馬は${entered.length}頭です。`,
      ...entered
        .slice(0, NAMED_FAVOURITES)
        .map(({ venue, raceNum, startTime, horseName }) =>
          [`${venue}${raceNum}R`, startTime, horseName].filter((part) => part !== null).join(" "),
        ),
      ...(left > 0 ? [`ほか${left}頭`] : []),
    ].join("\n"),
    path: raceIds.length === 1 ? `/races/${raceIds[0]}` : `/races?date=${day}`,
  };
}
