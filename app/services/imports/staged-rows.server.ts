import { DERIVED_STATUS_MARK, type StagedRows } from "#app/db/racing/staging/staged-chunk.server.ts";
import { payoutValues, raceValues, runnerValues } from "#app/db/racing/staging/staged-values.server.ts";
import { type ContentHash, formatHash, hashContent } from "#app/domain/racing/content-hash.ts";
import type { ParsedRace, Payout, Runner } from "#app/domain/racing/records.ts";
import type { KeyedRow } from "#app/domain/racing/staged-chunk.ts";

export interface StagedRow {
  json: string;
  hash: ContentHash;
}

function stageRow(values: unknown[]): StagedRow {
  const json = JSON.stringify(values);
  return { json, hash: hashContent(json) };
}

/** The hash ignores trailing nulls, so older files change nothing. */
export function stageRace(race: ParsedRace): StagedRow {
  const values = raceValues(race);
  const known = values.slice(0, values.findLastIndex((value) => value !== null) + 1);
  return { json: JSON.stringify(values), hash: stageRow(known).hash };
}

export const stageRunner = (runner: Runner) => stageRow(runnerValues(runner));
export const stagePayout = (payout: Payout) => stageRow(payoutValues(payout));

export function keyRace(race: ParsedRace, { json, hash }: StagedRow): KeyedRow {
  const text = (race.status === null ? DERIVED_STATUS_MARK : "") + formatHash(hash);
  return { key: JSON.stringify([race.raceId, text]), row: `${json.slice(0, -1)},"${text}"]` };
}

export function keyRunner(runner: Runner, { json, hash }: StagedRow): KeyedRow {
  const text = formatHash(hash);
  return { key: JSON.stringify([runner.raceId, runner.horseNum, text]), row: `${json.slice(0, -1)},"${text}"]` };
}

/** Whole races: one without payouts loses its stored ones. */
export function stageRaces(
  races: readonly { race: ParsedRace; runners: readonly Runner[]; payouts: readonly Payout[] }[],
): StagedRows {
  const staged = races.map(({ race }) => keyRace(race, stageRace(race)));
  const runners = races.flatMap((each) => each.runners.map((runner) => keyRunner(runner, stageRunner(runner))));
  const list = (texts: readonly string[]): string => `[${texts.join(",")}]`;
  return {
    races: { keys: list(staged.map(({ key }) => key)), rows: list(staged.map(({ row }) => row)) },
    runners: { keys: list(runners.map(({ key }) => key)), rows: list(runners.map(({ row }) => row)) },
    payouts: {
      keys: JSON.stringify(races.map(({ race }) => [race.raceId])),
      rows: list(races.flatMap(({ payouts }) => payouts.map((payout) => stagePayout(payout).json))),
    },
  };
}
