import Papa from "papaparse";
import type { Bets, RecordEntry, RecordResult } from "#app/domain/own-records/record-entry.ts";
import { BET_TYPES, type Going, type Surface } from "#app/domain/racing/race.ts";
import { BYTE_ORDER_MARK, textOfCell } from "#app/domain/scoring/spreadsheet.ts";

type Row = Readonly<Record<string, string | number | null>>;

/** Entries of a downloaded record, by the names of its columns alone. */
export function readRecordCsv(text: string): RecordEntry[] {
  const { data } = Papa.parse<Record<string, string>>(text.replace(BYTE_ORDER_MARK, ""), {
    header: true,
    skipEmptyLines: true,
  });
  const cellValue = (cell: string) => (cell === "" ? null : textOfCell(cell));
  return data.map((cells) =>
    toEntry(Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cellValue(cell)]))),
  );
}

export function readRecordJson(text: string): RecordEntry[] {
  return (JSON.parse(text) as { entries: Row[] }).entries.map(toEntry);
}

function toEntry(row: Row): RecordEntry {
  const number = (column: string) => (row[column] === null ? null : Number(row[column]));
  const whole = (column: string) => number(column) ?? 0;
  const text = (column: string) => String(row[column] ?? "");
  const known = (column: string) => (row[column] === null ? null : text(column));
  const readBets = (prefix: string) =>
    Object.fromEntries(
      BET_TYPES.map((betType) => {
        const [stakeYen, payoutYen, hits] = ["stake_yen", "payout_yen", "hits"].map((field) =>
          whole(`${prefix}${betType}_${field}`),
        );
        return [betType, { stakeYen, payoutYen, hits }];
      }),
    ) as Bets;
  const result: RecordResult = {
    ...{ kind: row.result as RecordResult["kind"], starters: number("starters"), finish: number("pick_finish") },
    ...{ odds: number("pick_odds"), popularity: number("pick_popularity"), bets: readBets("") },
    favourite:
      row.favourite_win_stake_yen === null
        ? null
        : { finish: number("favourite_finish"), bets: readBets("favourite_") },
  };
  return {
    ...{ analysisId: whole("analysis_id"), modelId: whole("model_id"), modelName: text("model_name") },
    ...{ raceId: text("race_id"), date: text("date"), venue: text("venue"), raceNum: whole("race_num") },
    ...{ raceName: text("race_name"), startTime: known("start_time"), distanceM: number("distance_m") },
    ...{ surface: row.surface as Surface | null, going: row.going as Going | null },
    picks: text("picks").split("-").filter(Boolean).map(Number),
    ...{ completedAt: whole("completed_at"), deletedAt: number("deleted_at") },
    sealedAt: row.sealed_at === "waiting" ? "waiting" : number("sealed_at"),
    ...{ isLearntFrom: whole("is_learnt_from") === 1, result: row.result === null ? null : result },
  };
}
