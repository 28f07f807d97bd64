import { RUNNER_INPUT_FIELDS } from "#app/domain/features/race-inputs.ts";
import { formatHash, hashContent } from "#app/domain/racing/content-hash.ts";
import { type Going, isStarter, type RunnerStatus, type Weather } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";

type Course = Pick<Race, "surface" | "distanceM">;
type InputRace = Pick<Race, "date" | "venue" | "startTime" | "surface" | "distanceM" | "weather" | "going">;

/** Lists instead of objects: a card takes about 1.5 KB. */
type ScoredRunner = readonly [
  horseNum: number,
  horseName: string,
  isStarter: boolean,
  jockeyId: string | null,
  jockeyName: string | null,
  carriedWeightKg: number | null,
  bodyWeightKg: number | null,
  bodyWeightChangeKg: number | null,
  /** Hash of the other inputs. */
  card: string,
];

/** The card that an analysis was scored on; stored as JSON in `analyses.inputs` to report later changes. */
export interface ScoredInputs {
  race: InputRace;
  runners: readonly ScoredRunner[];
}

const NAMED_FIELDS: readonly string[] = ["jockeyId", "carriedWeightKg"];
const CARD_FIELDS = RUNNER_INPUT_FIELDS.filter((name) => !NAMED_FIELDS.includes(name));

export function packInputs(
  { date, venue, startTime, surface, distanceM, weather, going }: InputRace,
  runners: readonly Runner[],
): ScoredInputs {
  return { race: { date, venue, startTime, surface, distanceM, weather, going }, runners: runners.map(packRunner) };
}

function packRunner(runner: Runner): ScoredRunner {
  const { horseNum, horseName, status, jockeyId, jockeyName } = runner;
  const { carriedWeightKg, bodyWeightKg, bodyWeightChangeKg } = runner;
  const card = formatHash(hashContent(JSON.stringify(CARD_FIELDS.map((name) => runner[name]))));
  const weights = [carriedWeightKg, bodyWeightKg, bodyWeightChangeKg] as const;
  return [horseNum, horseName, isStarter(status), jockeyId, jockeyName, ...weights, card];
}

type Horse = Pick<Runner, "horseNum" | "horseName">;

interface BodyWeight {
  weightKg: number | null;
  changeKg: number | null;
}

export type InputChange =
  | { kind: "day" | "venue"; before: string; after: string }
  | { kind: "start-time"; before: string | null; after: string | null }
  | { kind: "course"; before: Course; after: Course }
  | { kind: "weather"; before: Weather | null; after: Weather | null }
  | { kind: "going"; before: Going | null; after: Going | null }
  /** Body weights of several horses were announced. */
  | { kind: "weights-announced" }
  | { kind: "body-weight"; horse: Horse; before: BodyWeight; after: BodyWeight }
  | { kind: "withdrawn"; horse: Horse; status: RunnerStatus }
  | { kind: "reinstated" | "added" | "removed"; horse: Horse }
  | { kind: "jockey"; horse: Horse; before: string | null; after: string | null }
  | { kind: "carried-weight"; horse: Horse; before: number | null; after: number | null }
  /** Bracket, horse, sex, age, trainer or pedigree were corrected. */
  | { kind: "card"; horse: Horse };

/** Whether a new analysis can differ; no feature reads the start time. */
export function altersIndex({ kind }: InputChange): boolean {
  return kind !== "start-time";
}

/** At most one automatic version of an analysis in so many seconds. */
export const VERSION_SECONDS = 60;

export function hasOtherInputs(before: ScoredInputs, now: Parameters<typeof listInputChanges>[1]): boolean {
  return listInputChanges(before, now).some(altersIndex);
}

/** The race first, then the horses by number. @param usesWeight otherwise changes of body weights are left out */
export function listInputChanges(
  before: ScoredInputs,
  { race, runners, usesWeight }: { race: InputRace; runners: readonly Runner[]; usesWeight: boolean },
): InputChange[] {
  const earlier = new Map(before.runners.map((runner) => [runner[0], runner]));
  const now = new Map(runners.map((runner) => [runner.horseNum, runner]));
  const weights = usesWeight ? listWeightChanges(earlier, runners) : [];
  const changes = [...listRaceChanges(before.race, race), ...weights];
  for (const runner of runners) changes.push(...listRunnerChanges(earlier.get(runner.horseNum), runner));
  for (const [horseNum, horseName] of before.runners) {
    if (!now.has(horseNum)) changes.push({ kind: "removed", horse: { horseNum, horseName } });
  }
  return changes;
}

function listRaceChanges(before: InputRace, after: InputRace): InputChange[] {
  const changes: InputChange[] = [];
  if (before.date !== after.date) changes.push({ kind: "day", before: before.date, after: after.date });
  if (before.venue !== after.venue) changes.push({ kind: "venue", before: before.venue, after: after.venue });
  if (before.startTime !== after.startTime) {
    changes.push({ kind: "start-time", before: before.startTime, after: after.startTime });
  }
  if (before.surface !== after.surface || before.distanceM !== after.distanceM) {
    const courseOf = ({ surface, distanceM }: InputRace) => ({ surface, distanceM });
    changes.push({ kind: "course", before: courseOf(before), after: courseOf(after) });
  }
  if (before.weather !== after.weather) {
    changes.push({ kind: "weather", before: before.weather, after: after.weather });
  }
  if (before.going !== after.going) changes.push({ kind: "going", before: before.going, after: after.going });
  return changes;
}

function listWeightChanges(earlier: ReadonlyMap<number, ScoredRunner>, runners: readonly Runner[]): InputChange[] {
  const changes = runners.flatMap((runner) => {
    const before = earlier.get(runner.horseNum);
    if (before === undefined) return [];
    const [, , , , , , weightKg, changeKg] = before;
    const { bodyWeightKg, bodyWeightChangeKg } = runner;
    if (weightKg === bodyWeightKg && changeKg === bodyWeightChangeKg) return [];
    const after = { weightKg: bodyWeightKg, changeKg: bodyWeightChangeKg };
    return [{ kind: "body-weight" as const, horse: horseOf(runner), before: { weightKg, changeKg }, after }];
  });
  const announced = changes.filter(({ before, after }) => before.weightKg === null && after.weightKg !== null);
  if (announced.length < 2) return changes;
  return [{ kind: "weights-announced" }, ...changes.filter((change) => !announced.includes(change))];
}

function listRunnerChanges(before: ScoredRunner | undefined, runner: Runner): InputChange[] {
  const horse = horseOf(runner);
  if (before === undefined) return [{ kind: "added", horse }];
  const [, , wasStarter, jockeyId, jockeyName, carriedWeightKg, , , card] = before;
  const changes: InputChange[] = [];
  if (wasStarter && !isStarter(runner.status)) changes.push({ kind: "withdrawn", horse, status: runner.status });
  if (!wasStarter && isStarter(runner.status)) changes.push({ kind: "reinstated", horse });
  if (jockeyId !== runner.jockeyId) {
    changes.push({ kind: "jockey", horse, before: jockeyName, after: runner.jockeyName });
  }
  if (carriedWeightKg !== runner.carriedWeightKg) {
    changes.push({ kind: "carried-weight", horse, before: carriedWeightKg, after: runner.carriedWeightKg });
  }
  if (card !== packRunner(runner)[8]) changes.push({ kind: "card", horse });
  return changes;
}

function horseOf({ horseNum, horseName }: Horse): Horse {
  return { horseNum, horseName };
}
