import * as z from "zod";
import { addDays, japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { leafHash } from "./hashes.ts";

/** The sealed content: one forecast of one race, without names of users. */
export interface SealedForecast {
  /** Id of the model; null: the weighted mean of many. */
  modelId: number | null;
  artifact: string;
  /** Version of the inputs it was scored on. */
  inputsVersion: number;
  raceId: string;
  /** Race day in Japan, and HH:MM as announced; null: unknown. */
  date: string;
  startTime: string | null;
  /** By index, best first. */
  horses: readonly { horseNum: number; index: number; probability: number | null }[];
  /** Unix seconds by the server's clock. */
  at: number;
  /** Unguessable, so that the content cannot be found by trial. */
  salt: string;
}

/** Horse numbers that bets use. */
const MARKS = 5;

const bodySchema = z.object({
  artifact: z.string(),
  at: z.string(),
  horses: z.array(z.int()),
  index: z.array(z.string()),
  inputs: z.int(),
  marks: z.array(z.int()),
  model: z.int().nullable(),
  ps: z.array(z.string()),
  race: z.string(),
  salt: z.string(),
  start: z.string(),
});
/** Horses by number, with index and chance in that order. */
export type SealBody = z.infer<typeof bodySchema>;

/** JSON with keys in alphabetical order, without spaces. */
export function writeBody(forecast: SealedForecast): string {
  const byNumber = forecast.horses.toSorted((a, b) => a.horseNum - b.horseNum);
  const hasChances = byNumber.every(({ probability }) => probability !== null);
  const body: SealBody = {
    artifact: shortArtifact(forecast.artifact),
    at: japanInstant(forecast.at),
    horses: byNumber.map(({ horseNum }) => horseNum),
    index: byNumber.map(({ index }) => index.toFixed(2)),
    inputs: forecast.inputsVersion,
    marks: forecast.horses.slice(0, MARKS).map(({ horseNum }) => horseNum),
    model: forecast.modelId,
    ps: hasChances ? byNumber.map(({ probability }) => (probability ?? 0).toFixed(4)) : [],
    race: forecast.raceId,
    salt: forecast.salt,
    start: startText(forecast),
  };
  return JSON.stringify(body);
}

/** A forecast as a leaf: its text, and the hash that is public. */
export async function sealForecast(forecast: SealedForecast): Promise<{ body: string; hash: string }> {
  const body = writeBody(forecast);
  return { body, hash: await leafHash(body) };
}

export function readBody(text: string): SealBody | null {
  try {
    const parsed = bodySchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The start as a comparable text; an unknown time counts as the end of the day. */
function startText({ date, startTime }: { date: string; startTime: string | null }): string {
  return startTime === null ? `${addDays(date, 1)}T00:00:00+09:00` : `${date}T${startTime}:00+09:00`;
}

/** 2026-11-22T14:33:08+09:00. These texts compare like the instants. */
export function japanInstant(unixSeconds: number): string {
  const seconds = String(unixSeconds % 60).padStart(2, "0");
  return `${japanDay(unixSeconds)}T${japanTime(unixSeconds)}:${seconds}+09:00`;
}

/** The unix seconds of {@link japanInstant}. */
export function instantOf(text: string): number {
  return Date.parse(text) / 1000;
}

/** An artifact's key is its SHA-256; half of it suffices as a name. */
function shortArtifact(key: string): string {
  return key.replace(/^artifacts\//, "").slice(0, 32);
}
