import type { Runner } from "#app/domain/racing/records.ts";
import type { Announcements } from "./announcements.ts";
import { type EntryFacts, readEntryFacts } from "./facts/entry-facts.ts";
import type { IdentifiedRecord } from "./record-identity.ts";
import { noFindings, type RecordFindings } from "./record-view.ts";
import { hasResult, rankOfStage } from "./stages.ts";

export type Pedigree = Pick<Runner, "sireName" | "damName" | "damSireName">;

interface Entry {
  facts: EntryFacts;
  stage: string;
}

interface RunnersContext {
  raceId: string;
  announced: Announcements;
  refundedHorses: readonly number[];
  isCancelled: boolean;
  isJump: boolean;
  horses: ReadonlyMap<string, Pedigree>;
  findings: RecordFindings;
}

/** The runners of a race by number. Horses without a number are only counted. */
export function deriveRunners(
  live: readonly IdentifiedRecord[],
  context: RunnersContext,
): { runners: Runner[]; unnumbered: number } {
  const entries = live
    .filter(({ identity }) => identity.kind === "SE")
    .map(({ identity, bytes }): Entry => ({ facts: readEntryFacts(bytes, noFindings()), stage: identity.stage }));
  const byNumber = new Map<number, Entry>();
  for (const entry of entries) {
    const { horseNum } = entry.facts;
    if (horseNum === null) continue;
    const other = byNumber.get(horseNum);
    byNumber.set(horseNum, other === undefined ? entry : laterOf(horseNum, entry, other, context.findings));
  }
  const numbered = [...byNumber].sort(([one], [other]) => one - other);
  if (numbered.length > 0) noticeUnknownNumbers(byNumber, context);
  return {
    runners: numbered.map(([horseNum, entry]) => runnerOf(horseNum, entry, context)),
    unnumbered: entries.filter(({ facts }) => facts.horseNum === null).length,
  };
}

/** Resolves two horses with one number: the later stage wins; within one stage neither. */
function laterOf(horseNum: number, one: Entry, other: Entry, { problems, notices }: RecordFindings): Entry {
  const difference = rankOfStage("SE", one.stage) - rankOfStage("SE", other.stage);
  const names = [one.facts.horseName, other.facts.horseName].sort().join(" and ");
  const reason = `number ${horseNum} is given to ${names}`;
  if (difference === 0) problems.push({ field: "Umaban", reason });
  else notices.push({ field: "Umaban", reason: `${reason}: the later record counts` });
  return difference < 0 ? other : one;
}

function runnerOf(horseNum: number, { facts, stage }: Entry, context: RunnersContext): Runner {
  const { announced, horses, isCancelled, isJump, raceId } = context;
  const isRun = hasResult(stage);
  const pedigree = horses.get(facts.horseId);
  const jockey = isRun ? undefined : named(announced.jockeys.get(horseNum), facts, "JC", context);
  const rider = jockey === undefined || jockey.jockeyName === null ? facts : jockey;
  const runner: Runner = {
    ...facts,
    raceId,
    horseNum,
    jockeyId: rider.jockeyId,
    jockeyName: rider.jockeyName,
    apprentice: rider.apprentice,
    carriedWeightKg: jockey?.carriedWeightKg ?? facts.carriedWeightKg,
    ...bodyWeightOf(horseNum, facts, isRun, context),
    // Jump records have the mean of 200 m here.
    last600mS: isJump ? null : facts.last600mS,
    status: statusOf(horseNum, facts, context),
    sireName: pedigree?.sireName ?? null,
    damName: pedigree?.damName ?? null,
    damSireName: pedigree?.damSireName ?? null,
    trouble: null,
  };
  return isCancelled ? { ...runner, ...NO_RESULT, status: statusWithoutRace(runner.status) } : runner;
}

const NO_RESULT = {
  finishPosition: null,
  timeS: null,
  marginS: null,
  cornerPositions: null,
  last600mS: null,
  winOdds: null,
  popularity: null,
  prizeYen: null,
  lengths: null,
} as const satisfies Partial<Runner>;

const statusWithoutRace = (status: Runner["status"]): Runner["status"] =>
  status === "scratched" || status === "excluded" ? status : "no_result";

/** The weight of the result, else the announced one; before the result in the opposite order. */
function bodyWeightOf(
  horseNum: number,
  facts: EntryFacts,
  isRun: boolean,
  context: RunnersContext,
): Pick<Runner, "bodyWeightKg" | "bodyWeightChangeKg"> {
  const announced = named(context.announced.weights.get(horseNum), facts, "WH", context);
  const sources = isRun ? [facts, announced] : [announced, facts];
  const known = sources.find((source) => source !== undefined && source.bodyWeightKg !== null);
  return { bodyWeightKg: known?.bodyWeightKg ?? null, bodyWeightChangeKg: known?.bodyWeightChangeKg ?? null };
}

/** A withdrawal or a refund counts until the horse's own record has a status. */
function statusOf(horseNum: number, facts: EntryFacts, context: RunnersContext): Runner["status"] {
  const withdrawal = named(context.announced.withdrawals.get(horseNum), facts, "AV", context);
  const isRefunded = context.refundedHorses.includes(horseNum);
  if (facts.status === "entered" || facts.status === "no_result") {
    return withdrawal?.status ?? (isRefunded ? "scratched" : facts.status);
  }
  const isStarter = facts.status !== "scratched" && facts.status !== "excluded";
  if (isStarter && (withdrawal !== undefined || isRefunded)) {
    const field = withdrawal === undefined ? "HenkanUma" : "AV";
    context.findings.notices.push({ field, reason: `number ${horseNum} was withdrawn and yet ${facts.status}` });
  }
  return facts.status;
}

/** The announcement for a horse, if its possibly cut name matches; otherwise it changes nothing. */
function named<T extends { horseName: string }>(
  announcement: T | undefined,
  { horseNum, horseName }: EntryFacts,
  field: string,
  { findings }: RunnersContext,
): T | undefined {
  if (announcement === undefined || isSameName(announcement.horseName, horseName)) return announcement;
  const reason = `number ${horseNum} is ${horseName}, not ${announcement.horseName}: the announcement is ignored`;
  findings.notices.push({ field, reason });
  return undefined;
}

/** Names of announcements may be cut. */
export const isSameName = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

function noticeUnknownNumbers(entries: ReadonlyMap<number, Entry>, { announced, findings }: RunnersContext): void {
  for (const [field, horses] of [
    ["AV", announced.withdrawals],
    ["JC", announced.jockeys],
    ["WH", announced.weights],
  ] as const) {
    for (const horseNum of horses.keys()) {
      if (!entries.has(horseNum)) {
        findings.notices.push({ field, reason: `number ${horseNum} is not in the race: the announcement is ignored` });
      }
    }
  }
}
