import type { EnteredFavourite } from "#app/db/notifications/event-notifications.server.ts";
import type { NotificationDraft } from "#app/domain/notifications.ts";
import { monthAndDay } from "#app/domain/racing/japan-time.ts";
import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";

/** They leave the site: no results, odds, weights, people or payouts (README, "Rights"). */

/** Others are counted only. */
const NAMED_FAVOURITES = 10;

/** `{model}`: the model's name. */
export const MODEL_READY = {
  title: "AIモデルが使えるようになりました",
  body: "「{model}」の学習が終わり、レースの分析に使えるようになりました。",
};

/** `{model}`: the model's name. */
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

export function racesSettled({
  userId,
  settled,
  day,
}: {
  userId: number;
  settled: number;
  day: string;
}): NotificationDraft {
  return {
    ...{ userId, kind: "race-settled", event: day, day },
    title: "分析したレースの結果が出ました",
    body: `${monthAndDay(day)}に発走前に分析した${settled}レースの結果が出ました。`,
    path: `/days/${day}`,
  };
}

/** The same kind and event as a user's own results. */
export function followedSettled({
  userId,
  models,
  day,
}: {
  userId: number;
  models: number;
  day: string;
}): NotificationDraft {
  return {
    ...{ userId, kind: "race-settled", event: day, day },
    title: "フォロー中のモデルの結果が出ました",
    body: `${monthAndDay(day)}に記録した${models}モデルの結果が出ました。`,
    path: "/following",
  };
}

/** By start. */
export function favouritesEntered(
  entered: readonly EnteredFavourite[],
  { userId, day }: { userId: number; day: string },
): NotificationDraft {
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
