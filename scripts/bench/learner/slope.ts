import type { RowIndex } from "#app/domain/features/matrix.ts";
import { DEFAULT_CHOICE } from "#app/domain/features/presets.ts";
import { fitTemperature } from "#app/domain/learning/calibration/temperature.ts";
import { isFlat, selectTrainingRaces } from "#app/domain/learning/training-races.ts";
import { addDays, dayNumber, dayOfNumber, japanDay } from "#app/domain/racing/japan-time.ts";
import { buildFeatures, type Features } from "#scripts/bench/market/features.ts";
import { generateSample } from "#scripts/sample/generate.ts";
import { readFeatures } from "./quality.ts";
import { forecastOutputs, trainOn } from "./train-and-forecast.ts";

const CENTRAL = 1;
const REGIONAL = 2;
/** Days that are learnt from: about two, four, eight and twelve months. */
const HISTORIES = [61, 122, 243, 365] as const;
/** Days that are forecast: about two months. */
const WINDOW_DAYS = 61;
const SAMPLE_DAYS = 3 * 365;
const SAMPLE_SEED = 1;

interface Window {
  races: number;
  /** Exponent of the win chances at which the results are likeliest: 1 is right, below it they are too sure. */
  slope: number;
}

/** Of all windows of a length of history. */
interface SlopeFigures {
  /** Of the races. */
  name: string;
  historyDays: number;
  windows: number;
  mean: number;
  /** Standard error of the mean, as if windows were independent. */
  error: number;
  /** Standard deviation over the windows. */
  spread: number;
}

/**
 * How sure models of a short history are: the slope of the log odds in the two months after trainings on two to twelve
 * months, as after a first import.
 *
 * @param paths races in the open CSV format, whose features know the racing before too; null: a generated sample, central
 *   and regional, whose features know only what is learnt from
 */
export async function measureSlopes(
  paths: readonly string[] | null,
  say: (line: string) => void,
): Promise<SlopeFigures[]> {
  const sources = paths === null ? openSample() : [await openData(paths)];
  const figures: SlopeFigures[] = [];
  for (const source of sources) {
    for (const historyDays of HISTORIES) {
      const windows = await measureWindows(source, historyDays, say);
      if (windows.length >= 2) figures.push({ name: source.name, historyDays, ...summarise(windows) });
    }
  }
  return figures;
}

interface Source {
  name: string;
  venueType: number;
  firstDay: string;
  lastDay: string;
  /** Features of the races of these days, both included. */
  select(from: string, to: string): Features;
}

function openSample(): Source[] {
  const now = Math.floor(Date.now() / 1000);
  const today = japanDay(now);
  const firstDay = addDays(today, -SAMPLE_DAYS);
  const races = [...generateSample({ seed: SAMPLE_SEED, from: firstDay, now })];
  return [CENTRAL, REGIONAL].map((venueType) => ({
    ...{ name: venueType === CENTRAL ? "sample, central" : "sample, regional", venueType, firstDay },
    lastDay: addDays(today, -1),
    select: (from, to) =>
      buildFeatures(
        races
          .filter(({ race }) => race.date >= from && race.date <= to)
          .map(({ race, runners }) => ({ ...race, runners })),
        venueType,
      ),
  }));
}

async function openData(paths: readonly string[]): Promise<Source> {
  const features = await readFeatures(paths);
  const { raceDay } = features.index;
  return {
    ...{ name: "data", venueType: CENTRAL },
    firstDay: dayOfNumber(raceDay[0]!),
    lastDay: dayOfNumber(raceDay.at(-1)!),
    select: (from, to) => selectDays(features, dayNumber(from), dayNumber(to)),
  };
}

/** Rows of the races of these days. */
function selectDays({ index, codes }: Features, from: number, to: number): Features {
  const first = index.raceDay.findIndex((day) => day >= from);
  const end = index.raceDay.findLastIndex((day) => day <= to) + 1;
  const [firstRow, endRow] = [index.raceStart[first]!, index.raceStart[end]!];
  const part: RowIndex = {
    rowCount: endRow - firstRow,
    raceCount: end - first,
    raceStart: index.raceStart.slice(first, end + 1).map((row) => row - firstRow),
    raceIds: index.raceIds.slice(first, end),
    raceDay: index.raceDay.slice(first, end),
    raceSurface: index.raceSurface.slice(first, end),
    raceHasResult: index.raceHasResult.slice(first, end),
    horseNum: index.horseNum.slice(firstRow, endRow),
    isStarter: index.isStarter.slice(firstRow, endRow),
    finishPosition: index.finishPosition.slice(firstRow, endRow),
    winOdds: index.winOdds.slice(firstRow, endRow),
  };
  return { index: part, codes: new Map([...codes].map(([id, column]) => [id, column.slice(firstRow, endRow)])) };
}

async function measureWindows(source: Source, historyDays: number, say: (line: string) => void): Promise<Window[]> {
  const windows: Window[] = [];
  let from = addDays(source.firstDay, historyDays);
  for (; addDays(from, WINDOW_DAYS - 1) <= source.lastDay; from = addDays(from, WINDOW_DAYS)) {
    const to = addDays(from, WINDOW_DAYS - 1);
    const features = source.select(addDays(from, -historyDays), to);
    const name = `${source.name}, ${historyDays} days before ${from}`;
    const window = await measureWindow(features, { venueType: source.venueType, from, to });
    // Such as after a summer without races.
    if (window === null) continue;
    windows.push(window);
    say(`${name}: slope ${window.slope.toFixed(3)} in ${window.races} races`);
  }
  return windows;
}

async function measureWindow(
  features: Features,
  { venueType, from, to }: { venueType: number; from: string; to: string },
): Promise<Window | null> {
  const trained = await trainOn(features, { choice: DEFAULT_CHOICE, venueType, cutoffDay: from });
  if (trained === null) return null;
  const { artifact } = trained;
  const days = { fromDay: dayNumber(from), toDay: dayNumber(to), maxRows: Number.POSITIVE_INFINITY };
  const test = selectTrainingRaces(features.index, days);
  const outputs = forecastOutputs(artifact, features, { test, day: from });
  const flat = Array.from({ length: test.raceCount }, (_, race) => race).filter((race) => isFlat(test, race));
  const rows = flat.flatMap((race) =>
    Array.from({ length: test.raceStart[race + 1]! - test.raceStart[race]! }, (_, at) => test.raceStart[race]! + at),
  );
  let end = 0;
  const ends = flat.map((race) => (end += test.raceStart[race + 1]! - test.raceStart[race]!));
  const part = {
    raceCount: flat.length,
    raceStart: Uint32Array.from([0, ...ends]),
    isStarter: Uint8Array.from(rows, (row) => test.isStarter[row]!),
    isWinner: Uint8Array.from(rows, (row) => test.isWinner[row]!),
  };
  const logits = Float64Array.from(rows, (row) => outputs[row]! / artifact.temperature);
  if (flat.length === 0) return null;
  return { races: flat.length, slope: 1 / fitTemperature(part, 0, logits) };
}

function summarise(windows: readonly Window[]) {
  const mean = windows.reduce((sum, { slope }) => sum + slope, 0) / windows.length;
  const squares = windows.reduce((sum, { slope }) => sum + (slope - mean) ** 2, 0);
  const spread = Math.sqrt(squares / (windows.length - 1));
  return { windows: windows.length, mean, error: spread / Math.sqrt(windows.length), spread };
}
