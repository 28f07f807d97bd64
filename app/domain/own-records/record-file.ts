import Papa from "papaparse";
import * as z from "zod";
import { BET_TYPES, GOINGS, SURFACES } from "#app/domain/racing/race.ts";
import { BYTE_ORDER_MARK, textOfCell, writeSpreadsheet } from "#app/domain/scoring/spreadsheet.ts";
import { type Bets, type RecordEntry, type RecordResult, standEntries } from "./record-entry.ts";

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

/** Readable formats; the first had no `sealed_at`. */
const FORMATS = [1, 2] as const;

/**
 * Instants are unix seconds (`sealed_at` may be "waiting"), missing values empty cells, horse numbers joined by "-".
 */
export function writeRecordCsv(entries: readonly RecordEntry[]): string {
  const rows = standEntries(entries).map((one) => toRow(one.entry, one.standing));
  const cells = rows.map((row) => COLUMNS.map((column) => row[column] ?? ""));
  return writeSpreadsheet([COLUMNS, ...cells]);
}

/** The same rows, with null for missing values. */
export function writeRecordJson(entries: readonly RecordEntry[]): string {
  const rows = standEntries(entries).map((one) => toRow(one.entry, one.standing));
  return JSON.stringify({ format: FORMATS.at(-1), entries: rows.map((row) => pick(row)) });
}

/** @throws if the text is no file of {@link writeRecordCsv} */
export function readRecordCsv(text: string): RecordEntry[] {
  const { data } = Papa.parse<Record<string, string>>(text.replace(BYTE_ORDER_MARK, ""), {
    header: true,
    skipEmptyLines: true,
  });
  return data.map((cells) =>
    toEntry(
      Object.fromEntries(
        Object.entries(cells).map(([column, cell]) => [column, cell === "" ? null : textOfCell(cell)]),
      ),
    ),
  );
}

/** @throws if the text is no file of {@link writeRecordJson} */
export function readRecordJson(text: string): RecordEntry[] {
  const file = z.object({ format: z.literal(FORMATS), entries: z.array(z.record(z.string(), z.unknown())) });
  return file.parse(JSON.parse(text)).entries.map(toEntry);
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

const whole = z.coerce.number().int();
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([z.null(), schema]);
const betColumns = (prefix: string) =>
  Object.fromEntries(
    BET_TYPES.flatMap((betType) => BET_FIELDS.map((field) => [`${prefix}${betType}_${field}`, orNull(whole)])),
  );

const rowSchema = z.object({
  ...{ analysis_id: whole, model_id: whole, model_name: orNull(z.string()), race_id: z.string(), date: z.string() },
  ...{ venue: z.string(), race_num: whole, race_name: orNull(z.string()), start_time: orNull(z.string()) },
  ...{ surface: orNull(z.enum(SURFACES)), distance_m: orNull(whole), going: orNull(z.enum(GOINGS)) },
  ...{ picks: orNull(z.string()), completed_at: whole, deleted_at: orNull(whole), is_learnt_from: whole },
  sealed_at: z.union([z.null(), z.literal("waiting"), whole]).default(null),
  result: orNull(z.enum(["settled", "returned", "none"])),
  ...{ starters: orNull(whole), pick_finish: orNull(whole), pick_odds: orNull(z.coerce.number()) },
  ...{ pick_popularity: orNull(whole), favourite_finish: orNull(whole) },
});
const betsSchema = z.object({ ...betColumns(""), ...betColumns("favourite_") });

function toEntry(cells: Record<string, unknown>): RecordEntry {
  const row = rowSchema.parse(cells);
  const bets = betsSchema.parse(cells) as Record<string, number | null>;
  const readBets = (prefix: string): Bets =>
    Object.fromEntries(
      BET_TYPES.map((betType) => {
        const [stakeYen = 0, payoutYen = 0, hits = 0] = BET_FIELDS.map(
          (field) => bets[`${prefix}${betType}_${field}`] ?? 0,
        );
        return [betType, { stakeYen, payoutYen, hits }];
      }),
    ) as Bets;
  const result: RecordResult | null =
    row.result === null
      ? null
      : {
          ...{ kind: row.result, starters: row.starters, finish: row.pick_finish, odds: row.pick_odds },
          popularity: row.pick_popularity,
          bets: readBets(""),
          favourite:
            bets.favourite_win_stake_yen === null
              ? null
              : { finish: row.favourite_finish, bets: readBets("favourite_") },
        };
  return {
    ...{ analysisId: row.analysis_id, modelId: row.model_id, modelName: row.model_name ?? "" },
    ...{ raceId: row.race_id, date: row.date, venue: row.venue, raceNum: row.race_num },
    ...{ raceName: row.race_name ?? "", startTime: row.start_time, surface: row.surface },
    ...{ distanceM: row.distance_m, going: row.going },
    picks: row.picks === null || row.picks === "" ? [] : row.picks.split("-").map(Number),
    ...{ completedAt: row.completed_at, sealedAt: row.sealed_at, deletedAt: row.deleted_at },
    isLearntFrom: row.is_learnt_from === 1,
    result,
  };
}
