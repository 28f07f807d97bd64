import { openDatabase } from "#app/db/database.server.ts";
import type { ModelDetails } from "#app/domain/evaluation/model-details.ts";
import { createAverageWriter } from "#app/domain/features/average-columns.ts";
import { createBaseWriter } from "#app/domain/features/base-columns.ts";
import { allColumns, columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { SourceRace } from "#app/domain/features/history.ts";
import type { Column } from "#app/domain/features/matrix.ts";
import { advancePast, startPast } from "#app/domain/features/past.ts";
import { createRatingWriter } from "#app/domain/features/ratings/rating-writer.ts";
import { type Artifact, openFor, parseArtifact, serialiseArtifact } from "#app/domain/learning/artifact.ts";
import { winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import type { Learner } from "#app/domain/learning/learner.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { selectTrainingRaces } from "#app/domain/learning/training-races.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { trainArtifact } from "#app/domain/training/train-artifact.ts";
import { reportWalk } from "#app/services/models/walk-report.server.ts";
import { buildHistory, gatherFacts } from "#test/unit/support/features/feature-history.ts";
import type { Features } from "#test/unit/support/market/features.ts";
import { kernelModule } from "../kernel-module.ts";
import { measureSkill, type Skill } from "../measure-skill.ts";

const VENUE_TYPE = 1;

/**
 * The same codes by a plain computation, which can be made to add a day's starts to the past before the day's rows are
 * built: the bug that the canaries should find. Central races only.
 */
export function walkCodes(
  races: readonly SourceRace[],
  entering: "after its rows" | "before its rows",
): Features["codes"] {
  const history = buildHistory(races);
  const past = startPast(gatherFacts(history));
  const base = createBaseWriter(past, VENUE_TYPE);
  const averages = createAverageWriter(past, VENUE_TYPE, "all");
  const ratings = createRatingWriter(past, VENUE_TYPE, "all");
  const behind = base.columnCount + ratings.columnCount;
  const { raceCount, runnerCount } = history;
  const { firstRunner, day } = history.races;
  const out = new Uint16Array(runnerCount * (behind + averages.columnCount));
  for (let first = 0; first < raceCount; ) {
    let end = first;
    while (end < raceCount && day[end] === day[first]) end++;
    if (entering === "before its rows") advancePast(past, first, end);
    for (let runner = firstRunner[first]!; runner < firstRunner[end]!; runner++) {
      base.write(runner, out, runner, runnerCount);
      ratings.write(runner, out, base.columnCount * runnerCount + runner, runnerCount);
      averages.write(runner, out, behind * runnerCount + runner, runnerCount);
    }
    if (entering === "after its rows") advancePast(past, first, end);
    first = end;
  }
  return new Map(
    allColumns(VENUE_TYPE).map(({ id }, position) => [
      id,
      out.subarray(position * runnerCount, (position + 1) * runnerCount),
    ]),
  );
}

interface Trial {
  artifact: Artifact;
  /** Details as on the model's page: on the races of the walk. */
  details(): Promise<ModelDetails>;
  /** Skill of the final fit on the races from the cut-off day on. */
  later: Skill;
  /** On the races of the walk and those from the cut-off day on; all fields have the same size. */
  pseudoR2: number;
  races: number;
}

/** A database without races: reports then need only the row index. */
const NO_RACES = openDatabase({
  prepare: () => ({ bind: () => ({ raw: async () => [] }) }),
} as unknown as D1Database);

/** Trains on the races before the cut-off day, and measures on those of the walk and the later ones. */
export async function tryOut(
  learner: Learner,
  { index, codes }: Features,
  { choice, cutoffDay }: { choice: FeatureChoice; cutoffDay: string },
): Promise<Trial> {
  const columns = columnsOf(choice, VENUE_TYPE);
  const readColumn = async (columnId: string) => codesOf(codes, columnId).slice();
  const pace = createPace(async () => {});
  const result = await trainArtifact(
    {
      ...{ learner, index, columns, readColumn, choice, cutoffDay },
      kernel: kernelModule,
      venueType: VENUE_TYPE,
      scope: "all",
      manifest: { version: "canary", importId: 1 },
      checkpoint: null,
    },
    { pace, report: async () => {}, saveCheckpoint: async () => {}, isPauseDue: () => false },
  );
  if (result.kind !== "trained") throw new Error(result.kind);
  const { artifact, races, walk } = result;
  const later = measureLater(artifact, { index, codes }, columns);
  const walked = artifact.report;
  const tested = walked.races + later.races;
  return {
    artifact,
    async details() {
      const task = { db: NO_RACES, races, walk, artifact, columns, readColumn, pace, report: async () => true };
      const measured = await reportWalk(task);
      if (measured === null || measured === "stopped") throw new Error("no report");
      return measured.details;
    },
    later,
    pseudoR2: (walked.races * walked.pseudoR2 + later.races * later.pseudoR2) / tested,
    races: tested,
  };
}

function measureLater(artifact: Artifact, { index, codes }: Features, columns: readonly Column[]): Skill {
  const { predictor } = openFor(parseArtifact(serialiseArtifact(artifact)), artifact.cutoffDay);
  const selection = { fromDay: dayNumber(artifact.cutoffDay), toDay: Infinity, maxRows: Infinity };
  const races = selectTrainingRaces(index, selection);
  const probabilities = new Float64Array(races.rowCount);
  for (let race = 0; race < races.raceCount; race++) {
    const [start, end] = [races.raceStart[race]!, races.raceStart[race + 1]!];
    const from = races.sourceStart[race]!;
    const to = from + end - start;
    const outputs = predictor.predict({
      raceId: index.raceIds[races.sourceRace[race]!]!,
      horseNums: Array.from(index.horseNum.subarray(from, to)),
      isStarter: Array.from(index.isStarter.subarray(from, to), (flag) => flag === 1),
      codes: new Map(columns.map(({ id }) => [id, codesOf(codes, id).subarray(from, to)])),
    });
    probabilities.set(winProbabilities(outputs, index.isStarter.subarray(from, to), artifact.temperature), start);
  }
  const skill = measureSkill(races, probabilities);
  if (skill === null) throw new Error("no race after the cut-off");
  return skill;
}

function codesOf(codes: Features["codes"], columnId: string): Uint16Array {
  const column = codes.get(columnId);
  if (column === undefined) throw new Error(`no column ${columnId}`);
  return column;
}
