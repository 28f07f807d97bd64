import * as z from "zod";
import type { RaceFeatures, RowIndex } from "../features/matrix.ts";
import { dayOfNumber } from "../racing/japan-time.ts";
import { gatherCodes } from "./conditional-logit.ts";
import type { Learner, LearnerInput, Predictor, Watch } from "./learner.ts";
import { type Refit, refitSchema } from "./refits.ts";
import { roundNumber } from "./round-number.ts";
import { fitTemperature, poolWithinRaceSpread } from "./temperature.ts";
import type { TrainingRaces } from "./training-races.ts";
import type { TestPeriod } from "./walk-plan.ts";

/** The refits' share of the bar; the rest is predicting. */
const FIT_SHARE = 0.95;
/** What predicting one runner costs with 300 trees and 50 columns, in units of pace.ts: nearly all of it trees. */
const PREDICTION_UNITS = 10_000;

const checkpointSchema = z.strictObject({
  /** Tells walks apart. */
  walk: z.string(),
  refits: z.array(refitSchema),
  /** What the learner saved of the refit that is under way. */
  state: z.unknown(),
});
type Checkpoint = z.infer<typeof checkpointSchema>;

export interface WalkTask extends Omit<LearnerInput, "heldBackFrom"> {
  learner: Learner;
  /** The row index that the races were chosen from. */
  index: Pick<RowIndex, "raceIds">;
  /** Of a plan over the races' days. */
  periods: readonly TestPeriod[];
}

/** What refits said of races that they had not seen. */
export interface Walk {
  periods: readonly TestPeriod[];
  /** One per period, oldest first. */
  refits: Refit[];
  /** The first race tested; all from it on are. */
  firstRace: number;
  /** f per row of the races, by the refit of the race's period; 0 before the first race tested. */
  outputs: Float64Array;
  /** Fitted on all races tested: probability = softmax(f / temperature). */
  temperature: number;
  /** Pooled within-race standard deviation of f over the declared runners of all races tested. */
  sigma: number;
}

/**
 * Walks forward through the test periods: each is predicted by a refit that has learnt from earlier race days only,
 * its settings chosen there. The checkpoint keeps the refits and not their predictions, which a later call makes
 * again from them, so a walk that was paused ends with the same bytes; a call after the last refit only predicts.
 */
export async function walkForward(
  task: WalkTask,
  watch: Watch,
): Promise<{ kind: "walked"; walk: Walk } | { kind: "paused" }> {
  const { races, periods } = task;
  const refits = await refitAll(task, watch);
  if (refits === null) return { kind: "paused" };

  const firstRace = periods[0]?.firstRace ?? races.raceCount;
  const firstRow = races.raceStart[firstRace]!;
  const outputs = new Float64Array(races.rowCount);
  for (const [position, period] of periods.entries()) {
    const predictor = task.learner.openPredictor(refits[position]!.parameters);
    await predictPeriod(task, period, predictor, outputs, watch.pace);
    const done = (races.raceStart[period.endRace]! - firstRow) / (races.rowCount - firstRow);
    await watch.report(FIT_SHARE + (1 - FIT_SHARE) * done);
  }
  return {
    kind: "walked",
    walk: {
      periods,
      refits,
      firstRace,
      outputs,
      temperature: roundNumber(fitTemperature(races, firstRace, outputs)),
      sigma: roundNumber(poolWithinRaceSpread(races, firstRace, outputs)),
    },
  };
}

/** A race as it was predicted by a refit that had not seen it. */
export interface TestedRace {
  raceId: string;
  /** Japan's day, YYYY-MM-DD. */
  day: string;
  runners: {
    horseNum: number;
    /** f; only differences inside a race mean anything. */
    output: number;
    isStarter: boolean;
    /** Official finish position, 0 = none. */
    finishPosition: number;
  }[];
}

/** The races tested, one by one, oldest first: half a million runners at once would fill an isolate. */
export function* listTestedRaces(
  index: Pick<RowIndex, "raceIds" | "finishPosition">,
  races: TrainingRaces,
  { firstRace, outputs }: Pick<Walk, "firstRace" | "outputs">,
): Generator<TestedRace> {
  for (let race = firstRace; race < races.raceCount; race++) {
    const runners: TestedRace["runners"] = [];
    for (let row = races.raceStart[race]!; row < races.raceStart[race + 1]!; row++) {
      runners.push({
        horseNum: races.horseNum[row]!,
        output: outputs[row]!,
        isStarter: races.isStarter[row] === 1,
        finishPosition: index.finishPosition[races.sourceRow[row]!]!,
      });
    }
    yield { raceId: index.raceIds[races.sourceRace[race]!]!, day: dayOfNumber(races.raceDay[race]!), runners };
  }
}

/** Null where the call is to pause. */
async function refitAll(task: WalkTask, watch: Watch): Promise<Refit[] | null> {
  const { learner, races, columns, periods, kernel } = task;
  const rowsOf = ({ firstRace }: TestPeriod) => races.raceStart[firstRace]!;
  const totalRows = periods.reduce((sum, period) => sum + rowsOf(period), 0);
  const walk = JSON.stringify([learner.name, columns.length, races.raceCount, periods]);
  const { refits, state } = resume(task.checkpoint, walk);
  let learnerState = state;
  while (refits.length < periods.length) {
    const period = periods[refits.length]!;
    const rowsBefore = periods.slice(0, refits.length).reduce((sum, before) => sum + rowsOf(before), 0);
    const past = takePast(races, period.firstRace);
    const sourceEnd = past.sourceRow.at(-1)! + 1;
    const save = (saved: unknown) =>
      watch.saveCheckpoint({ walk, refits: [...refits], state: saved } satisfies Checkpoint);
    const result = await learner.fit(
      {
        races: past,
        heldBackFrom: period.heldBackFrom,
        columns,
        // What comes later is out of the learner's reach.
        readColumn: async (columnId) => (await task.readColumn(columnId)).subarray(0, sourceEnd),
        kernel,
        checkpoint: learnerState,
      },
      {
        ...watch,
        report: (share) => watch.report((FIT_SHARE * (rowsBefore + share * rowsOf(period))) / totalRows),
        saveCheckpoint: save,
      },
    );
    if (result.kind === "paused") return null;
    refits.push({
      cutoffDay: dayOfNumber(races.raceDay[period.firstRace]!),
      learntTo: dayOfNumber(past.raceDay.at(-1)!),
      races: past.raceCount,
      parameters: result.parameters,
    });
    learnerState = null;
    await save(null);
    if (watch.isPauseDue()) return null;
  }
  return refits;
}

/** What an earlier call saved, if it is of this very walk. */
function resume(checkpoint: unknown, walk: string): Pick<Checkpoint, "refits" | "state"> {
  const parsed = checkpointSchema.safeParse(checkpoint);
  return parsed.success && parsed.data.walk === walk ? parsed.data : { refits: [], state: null };
}

/** The races [0, raceEnd), on the same memory. */
function takePast(races: TrainingRaces, raceEnd: number): TrainingRaces {
  const rowEnd = races.raceStart[raceEnd]!;
  return {
    raceCount: raceEnd,
    rowCount: rowEnd,
    raceStart: races.raceStart.subarray(0, raceEnd + 1),
    raceDay: races.raceDay.subarray(0, raceEnd),
    raceSurface: races.raceSurface.subarray(0, raceEnd),
    sourceRace: races.sourceRace.subarray(0, raceEnd),
    sourceRow: races.sourceRow.subarray(0, rowEnd),
    isStarter: races.isStarter.subarray(0, rowEnd),
    isWinner: races.isWinner.subarray(0, rowEnd),
    place: races.place.subarray(0, rowEnd),
    winOdds: races.winOdds.subarray(0, rowEnd),
    horseNum: races.horseNum.subarray(0, rowEnd),
  };
}

/** Writes f of the period's rows. */
async function predictPeriod(
  { index, races, columns, readColumn }: WalkTask,
  { firstRace, endRace }: TestPeriod,
  predictor: Predictor,
  outputs: Float64Array,
  pace: Watch["pace"],
): Promise<void> {
  const firstRow = races.raceStart[firstRace]!;
  const rows = races.sourceRow.subarray(firstRow, races.raceStart[endRace]!);
  const asked = new Set(predictor.columnIds);
  const kept = new Map<string, Uint16Array>();
  for (const { id } of columns) {
    // Columns that are not asked for are read too: readers count on the order.
    const codes = await readColumn(id);
    if (!asked.has(id)) continue;
    kept.set(id, gatherCodes(codes, rows));
    const pause = pace.spend(10 * rows.length);
    if (pause !== null) await pause;
  }
  for (let race = firstRace; race < endRace; race++) {
    const start = races.raceStart[race]!;
    const end = races.raceStart[race + 1]!;
    const features: RaceFeatures = {
      raceId: index.raceIds[races.sourceRace[race]!]!,
      horseNums: Array.from(races.horseNum.subarray(start, end)),
      isStarter: Array.from(races.isStarter.subarray(start, end), (flag) => flag === 1),
      codes: new Map([...kept].map(([id, codes]) => [id, codes.subarray(start - firstRow, end - firstRow)])),
    };
    outputs.set(predictor.predict(features), start);
    const pause = pace.spend(PREDICTION_UNITS * (end - start));
    if (pause !== null) await pause;
  }
}
