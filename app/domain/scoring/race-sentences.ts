/** A race and its horses in words, by rules: the same analysis always has the same text. */

import type { RaceStatus, RunnerStatus } from "#app/domain/racing/race.ts";
import type { HorseWhy } from "./analysis-details.ts";
import { placeHorses } from "./place-horses.ts";
import { formatIndex, type Score } from "./score.ts";
import { MARK_SIGNS } from "./shared-analysis.ts";
import { type GroupView, rankGroups, VIEW_GROUPS } from "./view-groups.ts";

type Known = GroupView & { contribution: number; rank: number };

interface WordedHorse {
  horseNum: number;
  index: number;
  groups: readonly GroupView[];
}

const isKnown = (view: GroupView): view is Known => view.contribution !== null && view.rank !== null;

/** 2位（+0.38） */
const ranked = ({ rank, contribution }: Known) => `${rank}位（${formatIndex(contribution)}）`;

/** Two sentences: the view that moved the index most with the next of its sign, then the views that speak against. */
export function horseSentences(
  { horseNum, index, groups }: WordedHorse,
  field: readonly { index: number }[],
): string[] {
  const moved = groups
    .filter(isKnown)
    .filter(({ contribution }) => contribution !== 0)
    .toSorted((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution));
  const [most] = moved;
  const total = field.length;
  const place = 1 + field.filter((other) => other.index > index).length;
  const standing = `指数${formatIndex(index)}は${total}頭中${place}位です。`;
  if (most === undefined) return [`${horseNum}番は、どの見方でも平均と変わりません。`, standing];
  const isUp = most.contribution > 0;
  const [next] = moved.filter(({ contribution }) => contribution > 0 === isUp).slice(1);
  const against = moved.filter(({ contribution }) => contribution > 0 !== isUp).slice(0, 2);
  const first =
    most.rank === 1 ? `${most.group}がメンバー${ranked(most)}` : `${most.group}が${total}頭中${ranked(most)}`;
  return [`${first}で、${nextWords(most, next)}`, againstWords(against, { isUp, total, standing })];
}

const TOP = 3;
/** A smaller contribution is not worth naming as the main point against. */
const SLIGHT = 0.05;

function nextWords(most: Known, next: Known | undefined): string {
  const isUp = most.contribution > 0;
  if (next === undefined) return `${isUp ? "プラス" : "マイナス"}はここだけです。`;
  if (!isUp) return `${next.group}も${ranked(next)}とマイナスです。`;
  const isTop = next.rank <= TOP;
  return `${next.group}${isTop && most.rank > TOP ? "は" : "も"}${ranked(next)}と${isTop ? "上位" : "プラス"}です。`;
}

function againstWords(
  [one, other]: readonly Known[],
  { isUp, total, standing }: { isUp: boolean; total: number; standing: string },
): string {
  if (one === undefined) return `${isUp ? "マイナス" : "プラス"}はなく、${standing}`;
  const sign = isUp ? "割引" : "プラス";
  if (Math.abs(one.contribution) < SLIGHT) return `大きな${sign}はなく、${standing}`;
  if (other === undefined) return `${sign}は${one.group}で、${total}頭中${ranked(one)}です。`;
  return `${sign}は${one.group}の${ranked(one)}と${other.group}の${ranked(other)}です。`;
}

/** Gaps between the first two indexes from which on, and up to which, the text has a word for them. */
const WIDE_GAP = 0.5;
const NARROW_GAP = 0.15;

interface RaceFacts {
  /** The starters, best index first. `sign`: their mark, or nothing. */
  starters: readonly (WordedHorse & { probability: number | null; sign: string })[];
  winners: readonly number[] | null;
  /** Those of weights, going and odds that are not announced. */
  unknown: readonly string[];
}

/** Three sentences: how clear the race is, which views part its horses, and what is unknown or who won. */
export function raceSentences({ starters, winners, unknown }: RaceFacts): string[] {
  const [best, next] = starters;
  if (best === undefined) return [];
  return [
    next === undefined ? `出走するのは${best.horseNum}番だけです。` : gapWords(best, next),
    spreadWords(starters),
    winners === null ? unknownWords(unknown) : winnerWords(winners, starters),
  ];
}

type Starter = RaceFacts["starters"][number];

function gapWords(best: Starter, next: Starter): string {
  const gap = Math.round((best.index - next.index) * 100) / 100;
  const size = gap >= WIDE_GAP ? "と大きめです" : gap < NARROW_GAP ? "とわずかです" : "です";
  const lead =
    best.probability === null ? `指数は${formatIndex(best.index)}` : `勝率は${(best.probability * 100).toFixed(1)}%`;
  return `${best.sign}${best.horseNum}番の${lead}で、${next.sign}${next.horseNum}番との指数の差は${gap.toFixed(2)}${size}。`;
}

function spreadWords(starters: readonly WordedHorse[]): string {
  const spreads = VIEW_GROUPS.flatMap((group, at) => {
    const values = starters.flatMap(({ groups }) => groups[at]?.contribution ?? []);
    return values.length === 0 ? [] : [{ group, spread: Math.max(...values) - Math.min(...values) }];
  }).toSorted((one, other) => other.spread - one.spread);
  const [most] = spreads;
  const least = spreads.at(-1);
  if (most === undefined || least === undefined || most.spread === 0) return "どの見方でも差がつかないレースです。";
  if (most === least) return `このAIが見ているのは、${most.group}だけです。`;
  return `${most.group}の差が大きく、${least.group}の差は小さいレースです。`;
}

function unknownWords(unknown: readonly string[]): string {
  return unknown.length === 0
    ? "馬体重・馬場状態・オッズは発表ずみです。"
    : `${unknown.join("・")}は、まだ発表されていません。`;
}

function winnerWords(winners: readonly number[], starters: readonly Starter[]): string {
  const known = starters
    .filter(({ horseNum }) => winners.includes(horseNum))
    .map((winner) => {
      const place = 1 + starters.filter(({ index }) => index > winner.index).length;
      return `指数${place}位（${formatIndex(winner.index)}）の${winner.horseNum}番`;
    });
  return known.length === 0 ? "勝った馬の指数はありません。" : `勝ったのは、${known.join("と")}でした。`;
}

/** Which views had the winner among the top, and which had lowered it; at most two of each. */
export function answerSentences({ horseNum, groups }: Pick<WordedHorse, "horseNum" | "groups">): string[] {
  const known = groups.filter(isKnown).toSorted((one, other) => other.contribution - one.contribution);
  const up = known.filter(({ contribution }) => contribution > 0);
  const top = up.filter(({ rank }) => rank <= TOP);
  const down = known.filter(({ contribution }) => contribution < 0).reverse();
  const words = (views: readonly Known[]) =>
    views
      .slice(0, 2)
      .map((view) => `${view.group}の${ranked(view)}`)
      .join("と");
  const high =
    top.length > 0
      ? `勝った${horseNum}番を高く見ていたのは、${words(top)}です。`
      : up.length > 0
        ? `勝った${horseNum}番を上位に見ていた点はなく、最高は${words(up.slice(0, 1))}でした。`
        : `勝った${horseNum}番を高く見ていた点はありません。`;
  return [high, down.length === 0 ? "低く見ていた点はありません。" : `低く見ていたのは、${words(down)}です。`];
}

interface AnalysedRace {
  scores: readonly Score[];
  why: readonly HorseWhy[];
  runners: readonly { horseNum: number; status: RunnerStatus; finishPosition: number | null }[];
  race: { status: RaceStatus; isAcquiredWeight: boolean; going: string | null };
  hasOdds: boolean;
}

export type RaceInWords = ReturnType<typeof raceInWords>;

/** No sentences and horses for an analysis made before groups were stored. */
export function raceInWords({ scores, why, runners, race, hasOdds }: AnalysedRace) {
  const placed = placeHorses(scores, runners);
  const groups = rankGroups(new Map(why.map((each) => [each.horseNum, each.groups])), placed);
  const starters = placed.flatMap(({ score, mark }) => {
    const views = groups.get(score.horseNum);
    return views === undefined ? [] : [{ ...score, groups: views, sign: mark === null ? "" : MARK_SIGNS[mark] }];
  });
  const winners = runners.filter(({ finishPosition }) => finishPosition === 1).map(({ horseNum }) => horseNum);
  const known = { 馬体重: race.isAcquiredWeight, 馬場状態: race.going !== null, オッズ: hasOdds };
  return {
    sentences: raceSentences({
      starters,
      winners: race.status === "result" ? winners : null,
      unknown: Object.entries(known).flatMap(([fact, isKnown]) => (isKnown ? [] : [fact])),
    }),
    /** By number, the starters. */
    horses: new Map(
      starters.map((horse) => [horse.horseNum, { groups: horse.groups, sentences: horseSentences(horse, starters) }]),
    ),
  };
}
