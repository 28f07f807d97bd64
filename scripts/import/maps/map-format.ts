import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { columnsOf } from "#app/domain/open-csv/open-csv.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";
import { ImportRefusal } from "../refusal.ts";
import { CELL_READERS } from "./cell-readers.ts";
import type { CellReader } from "./readers/plain.ts";

/** Columns of the open CSV format that a table's rows fill. A table's `status` is the runner's. */
export const RACE_COLUMNS = columnsOf(RACE_FIELDS).filter((column) => column !== RACE_FIELDS.status.column);
export const RUNNER_COLUMNS = columnsOf(RUNNER_FIELDS);
export const PAYOUT_COLUMNS = columnsOf(PAYOUT_FIELDS);

/** Readers of columns where a map names none; of others the one of the column's name, else `text`. */
const DEFAULT_READERS: Readonly<Record<string, CellReader>> = {
  venue_type: CELL_READERS.number,
  distance_m: CELL_READERS.distance,
  horse_num: CELL_READERS.position,
  bracket_num: CELL_READERS.position,
  horse_id: CELL_READERS.id,
  jockey_id: CELL_READERS.id,
  trainer_id: CELL_READERS.id,
  horse_name: CELL_READERS.horse,
  carried_weight_kg: CELL_READERS.carried_weight,
  jockey_name: CELL_READERS.person,
  trainer_name: CELL_READERS.trainer,
  status: CELL_READERS.finish_status,
  finish_position: CELL_READERS.finish,
  time_s: CELL_READERS.seconds,
  margin_s: CELL_READERS.number,
  corner_positions: CELL_READERS.corners,
  last_600m_s: CELL_READERS.last_600m,
  win_odds: CELL_READERS.odds,
  body_weight_kg: CELL_READERS.weight,
  body_weight_change_kg: CELL_READERS.weight_change,
  prize_yen: CELL_READERS.yen,
  sire_name: CELL_READERS.horse,
  dam_sire_name: CELL_READERS.horse,
  dam_name: CELL_READERS.horse,
  payout_yen: CELL_READERS.yen,
};

const READERS: ReadonlyMap<string, CellReader> = new Map(Object.entries(CELL_READERS));

export const defaultReader = (column: string): CellReader =>
  DEFAULT_READERS[column] ?? READERS.get(column) ?? CELL_READERS.text;

const header = z.string().trim().min(1);

const reader = z.string().transform((name, context): CellReader => {
  const found = READERS.get(name);
  if (found !== undefined) return found;
  context.issues.push({ code: "custom", input: name, message: `is none of ${[...READERS.keys()].join(", ")}` });
  return z.NEVER;
});

const headers = z.preprocess((given) => (typeof given === "string" ? [given] : given), z.array(header).min(1));

const source = z.preprocess(
  (given) => (typeof given === "string" ? { header: given } : given),
  z.strictObject({
    /** A table has one of these names. */
    header: headers,
    /** Which of several columns of that name, from 1. */
    occurrence: z.int().min(1).max(50).optional(),
    read: reader.optional(),
  }),
);

/** The first column that is not empty counts. */
const sources = z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(source).min(1));

const column = z.enum([...new Set([...RACE_COLUMNS, ...RUNNER_COLUMNS, ...PAYOUT_COLUMNS])]);
const people = z.record(z.string(), z.string().min(1)).default({});

const mapSchema = z.strictObject({
  name: z.string().min(1).max(60),
  note: z.string().optional(),
  rows: z.enum(["runners", "payouts"]).default("runners"),
  headers,
  columns: z.partialRecord(column, sources),
  constants: z.partialRecord(column, z.string()).default({}),
  /** Name on the table → id of the person, where a name is in doubt. */
  jockeys: people,
  trainers: people,
});

export type TableMap = z.output<typeof mapSchema>;

/** @param file as messages call the map. @throws ImportRefusal naming file and field */
function parseMap(file: string, text: string): TableMap {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ImportRefusal(`${file} is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = mapSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${file}: ${path.join(".") || "(top)"}: ${message}`);
  throw new ImportRefusal(problems.join("\n"));
}

/** `COLUMN=VALUE` of the command line. @throws ImportRefusal */
export function parseConstants(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf("=");
      const name = column.safeParse(text.slice(0, Math.max(at, 0)));
      if (name.success) return [name.data, text.slice(at + 1)];
      throw new ImportRefusal(`--set ${text}: is COLUMN=VALUE with one of the columns ${column.options.join(", ")}`);
    }),
  );
}

/** The first one wins among maps that read a table equally well. */
const BUILT_IN = ["target-race-card.json", "site-results.json", "site-entries.json"];

/** The operator's own maps are tried before those of this folder. */
export interface TableMaps {
  own: readonly TableMap[];
  builtIn: readonly TableMap[];
}

/** @param own files of the operator. @throws ImportRefusal for a map that is not sound */
export function loadMaps(own: readonly string[] = []): TableMaps {
  return {
    own: own.map((file) => parseMap(file, readText(file))),
    builtIn: BUILT_IN.map((name) => parseMap(name, readText(path.join(import.meta.dirname, name)))),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ImportRefusal(`the map ${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
