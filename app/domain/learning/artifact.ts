import * as z from "zod";
import { AVERAGE_KINDS, RACE_CUSTOMIZES, RACE_NUMS, STATIC_FEATURES } from "#app/domain/features/choice.ts";
import type { Predictor } from "./learner.ts";
import { findLearner } from "./learners.ts";

/** A feature choice as stored in D1, on the wire and in an artifact. */
export const choiceSchema = z.strictObject({
  isAllVenue: z.union([z.literal(0), z.literal(1)]).optional(),
  static: z.array(z.enum(STATIC_FEATURES)),
  average: z.partialRecord(
    z.enum(AVERAGE_KINDS),
    z.strictObject({ race_customize: z.array(z.enum(RACE_CUSTOMIZES)), race_num: z.array(z.literal(RACE_NUMS)) }),
  ),
});

const reportSchema = z.strictObject({
  races: z.number().int().positive(),
  from: z.iso.date(),
  to: z.iso.date(),
  pseudoR2: z.number(),
  marketPseudoR2: z.number().nullable(),
  top1WinRate: z.number(),
});

/** A refit as stored in an artifact: fitted only on races before its test period. */
const refitSchema = z.strictObject({
  /** First day of the test period (day in Japan); fitted on races before it. */
  cutoffDay: z.iso.date(),
  learntTo: z.iso.date(),
  races: z.number().int().positive(),
  parameters: z.unknown(),
});
export type Refit = z.infer<typeof refitSchema>;

const artifactSchema = z.strictObject({
  format: z.literal(2),
  learner: z.string(),
  venueType: z.number().int(),
  scope: z.enum(["all", "own"]),
  choice: choiceSchema,
  /** Day in Japan (YYYY-MM-DD); the model is fitted on races before it. */
  cutoffDay: z.iso.date(),
  /** Feature data used for training: manifest version and id of the last import it contains. */
  data: z.strictObject({ version: z.string(), importId: z.number().int() }),
  learnt: z.strictObject({ races: z.number().int(), rows: z.number().int() }),
  /** Probability = softmax(f / temperature). */
  temperature: z.number().positive(),
  /** Index = (f − mean of f) / sigma; 0 if f is constant within every race. */
  sigma: z.number().nonnegative(),
  report: reportSchema,
  /** Parameters in the learner's own format; see `Learner.openPredictor`. */
  parameters: z.unknown(),
  learnerVersion: z.number().int().nonnegative(),
  seed: z.number().int().nullable(),
  orderExponents: z.strictObject({
    second: z.number().positive(),
    third: z.number().positive(),
    placeMap: z.strictObject({ slope: z.number(), bend: z.number() }).optional(),
  }),
  /** Refits that score past races, oldest first. */
  refits: z.array(refitSchema),
});

/** A trained model as stored: one immutable JSON object, named by its hash. */
export type Artifact = z.infer<typeof artifactSchema>;

/** Skill on races the model was not trained on: the walk's test periods. */
export type SkillReport = z.infer<typeof reportSchema>;

/** Serialises an artifact with sorted keys, so equal artifacts give equal bytes. */
export function serialiseArtifact(artifact: Artifact): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(sortKeys(artifact)));
}

/** @throws if the bytes are not an artifact of a known format and learner. */
export function parseArtifact(bytes: ArrayBuffer | Uint8Array): Artifact {
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const artifact = artifactSchema.parse(json);
  if (findLearner(artifact.learner) === null) throw new Error(`artifact of unknown learner ${artifact.learner}`);
  return artifact;
}

/** Opened predictors by their parameters object, so that each is parsed once. */
const opened = new WeakMap<object, Predictor>();

/**
 * Opens the final fit from the cut-off day on, before it the newest refit that was not trained on that day. Without
 * such a refit, the final fit, which may have been trained on the race (`isLearntFrom`).
 *
 * @throws if the parameters are not in the learner's format
 */
export function openFor(
  artifact: Pick<Artifact, "learner" | "cutoffDay" | "refits" | "parameters">,
  raceDay: string,
): { predictor: Predictor; isLearntFrom: boolean } {
  const isPast = raceDay < artifact.cutoffDay;
  const refit = isPast ? refitFor(artifact.refits, raceDay) : null;
  const predictor = openParameters(artifact.learner, (refit ?? artifact).parameters);
  return { predictor, isLearntFrom: isPast && refit === null };
}

/**
 * The newest refit that may score a past race: its cut-off is not after the day, and it learnt from no race on or after
 * the day. Null without one.
 */
export function refitFor(refits: readonly Refit[], day: string): Refit | null {
  const unseeing = refits.filter(({ cutoffDay, learntTo }) => cutoffDay <= day && learntTo < day);
  return unseeing.reduce<Refit | null>(
    (newest, refit) => (newest === null || refit.cutoffDay > newest.cutoffDay ? refit : newest),
    null,
  );
}

function openParameters(name: string, parameters: unknown): Predictor {
  const learner = findLearner(name);
  if (learner === null) throw new Error(`artifact of unknown learner ${name}`);
  if (typeof parameters !== "object" || parameters === null) return learner.openPredictor(parameters);
  const known = opened.get(parameters);
  if (known !== undefined) return known;
  const predictor = learner.openPredictor(parameters);
  opened.set(parameters, predictor);
  return predictor;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, sortKeys(entry)]));
}
