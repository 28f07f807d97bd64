import { venuesOf } from "#app/components/parts/race-words.ts";
import type { PlannedRace } from "#app/domain/days/plan-day.ts";
import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";

export interface PlannedVenue {
  venue: string;
  /** 5回6日; "" without numbers. */
  meeting: string;
  times: string;
  races: number;
  toCount: number;
  isChosen: boolean;
}

/** The courses in the order of the race list. Without a choice all are chosen. */
export function plannedVenues(
  races: readonly PlannedRace<RaceSummary>[],
  chosen: readonly string[] | null,
): PlannedVenue[] {
  return venuesOf(races.map(({ race }) => race)).map((venue) => {
    const own = races.filter(({ race }) => race.venue === venue);
    const times = own.flatMap(({ race }) => race.startTime ?? []).sort();
    const { meetingNum = null, meetingDay = null } = own[0]?.race ?? {};
    return {
      venue,
      meeting: meetingNum === null || meetingDay === null ? "" : `${meetingNum}回${meetingDay}日`,
      times: times.length === 0 ? "" : `${times[0]}〜${times.at(-1)}`,
      races: own.length,
      toCount: own.filter(({ state }) => state === "to-count").length,
      isChosen: chosen === null || chosen.includes(venue),
    };
  });
}

export function planWords(races: readonly PlannedRace<RaceSummary>[]): string[] {
  const counting = races.filter(({ state }) => state === "to-count");
  const count = (isMeant: (planned: PlannedRace<RaceSummary>) => boolean) => races.filter(isMeant).length;
  const analysed = count(({ state }) => state === "analysed");
  const pending = count(({ state }) => state === "pending");
  const waiting = counting.filter(({ awaitsWeights }) => awaitsWeights).length;
  const started = counting.filter(({ isStarted }) => isStarted).length;
  const weightless = count(({ state }) => state === "no-weights");
  const others = count(({ state }) => state === "cancelled" || state === "no-runners");
  return [
    analysed > 0 ? `${analysed}レースは同じデータで分析済みです。回数は使いません。` : "",
    pending > 0 ? `${pending}レースはもう頼んであります。回数は使いません。` : "",
    waiting > 0 ? `${waiting}レースは馬体重の発表を待ち、発表されしだい分析します。発表がなければ回数を戻します。` : "",
    started > 0 ? `${started}レースは発走後の分析になり、成績には入りません。` : "",
    weightless > 0 ? `${weightless}レースは馬体重がないため、このモデルでは分析できません。` : "",
    others > 0 ? `${others}レースは中止か出走馬未定のため分析できません。` : "",
  ].filter((words) => words !== "");
}

export function leftName({ by, limit }: Pick<AnalysesLeft, "by" | "limit">): string {
  if (by === "per-lifetime") return `無料の分析（全${limit}回）の残り`;
  if (by === "own-per-month") return "自分の上限の残り（今月）";
  return by === "per-month" ? "今月の残り" : "今日の残り";
}

export function overWords(left: number, races: number): string {
  return `残り${left}回では${races}レースを分析できません`;
}
