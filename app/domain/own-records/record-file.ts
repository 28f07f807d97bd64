import { BET_TYPES } from "#app/domain/racing/race.ts";
import { writeSpreadsheet } from "#app/domain/scoring/spreadsheet.ts";
import { type Bets, type RecordEntry, standEntries } from "./record-entry.ts";

/** A record as a file with all entries, so that its figures can be recalculated. */

const BET_FIELDS = ["stake_yen", "payout_yen", "hits"] as const;

/** Columns, in order. Readers recalculate `standing`. */
const COLUMNS = [
  ...["analysis_id", "model_id", "model_name", "race_id", "date", "venue", "race_num", "race_name", "start_time"],
  ...[
    "surface",
    "distance_m",
    "going",
    "picks",
    "completed_at",
    "sealed_at",
    "deleted_at",
    "is_learnt_from",
    "standing",
  ],
  ...["result", "starters", "pick_finish", "pick_odds", "pick_popularity", "favourite_finish"],
  ...BET_TYPES.flatMap((betType) => BET_FIELDS.map((field) => `${betType}_${field}`)),
  ...BET_TYPES.flatMap((betType) => BET_FIELDS.map((field) => `favourite_${betType}_${field}`)),
];

type Row = Record<string, string | number | null>;

/** Instants are unix seconds (`sealed_at` may be "waiting"), missing values empty, horse numbers joined by "-". */
export function writeRecordCsv(entries: readonly RecordEntry[]): string {
  const rows = standEntries(entries).map((one) => toRow(one.entry, one.standing));
  const cells = rows.map((row) => COLUMNS.map((column) => row[column] ?? ""));
  return writeSpreadsheet([COLUMNS, ...cells]);
}

/** The same rows, with null for missing values. */
export function writeRecordJson(entries: readonly RecordEntry[]): string {
  const rows = standEntries(entries).map((one) => toRow(one.entry, one.standing));
  return JSON.stringify({ format: 2, entries: rows.map(pick) });
}

function pick(row: Row): Row {
  return Object.fromEntries(COLUMNS.map((column) => [column, row[column] ?? null]));
}

function toRow(entry: RecordEntry, standing: string): Row {
  const { result } = entry;
  return {
    ...{ analysis_id: entry.analysisId, model_id: entry.modelId, model_name: entry.modelName },
    ...{ race_id: entry.raceId, date: entry.date, venue: entry.venue, race_num: entry.raceNum },
    ...{ race_name: entry.raceName, start_time: entry.startTime, surface: entry.surface },
    ...{ distance_m: entry.distanceM, going: entry.going, picks: entry.picks.join("-") },
    ...{ completed_at: entry.completedAt, sealed_at: entry.sealedAt, deleted_at: entry.deletedAt },
    ...{ is_learnt_from: entry.isLearntFrom ? 1 : 0, standing, result: result?.kind ?? null },
    ...{ starters: result?.starters ?? null, pick_finish: result?.finish ?? null },
    ...{ pick_odds: result?.odds ?? null, pick_popularity: result?.popularity ?? null },
    favourite_finish: result?.favourite?.finish ?? null,
    ...betCells("", result?.bets),
    ...betCells("favourite_", result?.favourite?.bets),
  };
}

function betCells(prefix: string, bets: Bets | undefined): Row {
  if (bets === undefined) return {};
  return Object.fromEntries(
    BET_TYPES.flatMap((betType) => {
      const { stakeYen, payoutYen, hits } = bets[betType];
      return [
        [`${prefix}${betType}_stake_yen`, stakeYen],
        [`${prefix}${betType}_payout_yen`, payoutYen],
        [`${prefix}${betType}_hits`, hits],
      ];
    }),
  );
}
