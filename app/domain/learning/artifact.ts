import * as z from "zod";
import { AVERAGE_KINDS, RACE_CUSTOMIZES, RACE_NUMS, STATIC_FEATURES } from "#app/domain/features/choice.ts";
import { USUAL_EXPONENTS } from "./calibration/order-probabilities.ts";
import type { ExplainingPredictor } from "./learner.ts";
import { findLearner } from "./learners.ts";
import { refitFor, refitSchema } from "./refits.ts";

/** A choice as it is kept, on the wire and in a file. */
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

const fields = {
  learner: z.string(),
  venueType: z.number().int(),
  scope: z.enum(["all", "own"]),
  choice: choiceSchema,
  /** Races before this day were learnt from (Japan's day). */
  cutoffDay: z.iso.date(),
  /** The features learnt from: version of their manifest and the last import in it. */
  data: z.strictObject({ version: z.string(), importId: z.number().int() }),
  /** Races and rows learnt from. */
  learnt: z.strictObject({ races: z.number().int(), rows: z.number().int() }),
  /** Probability = softmax(f / temperature). */
  temperature: z.number().positive(),
  /** Index = (f − mean of f) / sigma; 0 where f never differed inside a race. */
  sigma: z.number().nonnegative(),
  report: reportSchema,
  /** The learner's own. */
  parameters: z.unknown(),
};

const artifactSchema = z.strictObject({
  format: z.literal(2),
  ...fields,
  /** The learner's of then; 0 where it was not told yet. */
  learnerVersion: z.number().int().nonnegative().default(0),
  /** Of the learner's draws; null where it drew nothing. */
  seed: z.number().int().nullable().default(null),
  /** Of places behind the winner (order-probabilities.ts). */
  orderExponents: z.strictObject({ second: z.number().positive(), third: z.number().positive() }),
  /** What past races are scored with, oldest first. */
  refits: z.array(refitSchema),
});

/** Before models walked forward: nothing but the last fit. */
const firstFormatSchema = z.strictObject({ format: z.literal(1), ...fields }).transform(
  (artifact): Artifact => ({
    ...artifact,
    ...{ format: 2, learnerVersion: 0, seed: null, orderExponents: USUAL_EXPONENTS, refits: [] },
  }),
);

/** A trained model as it is kept: one immutable JSON object named by its hash. */
export type Artifact = z.infer<typeof artifactSchema>;

/** Skill on races that the model did not learn from: those tested by walking forward (format 1: held back). */
export type SkillReport = z.infer<typeof reportSchema>;

/** The artifact's bytes; equal artifacts give equal bytes. */
export function serialiseArtifact(artifact: Artifact): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(sortKeys(artifact)));
}

/** @throws when the bytes are not an artifact of a known format and learner. */
export function parseArtifact(bytes: ArrayBuffer | Uint8Array): Artifact {
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const artifact = z.union([artifactSchema, firstFormatSchema]).parse(json);
  if (findLearner(artifact.learner) === null) throw new Error(`artifact of unknown learner ${artifact.learner}`);
  return artifact;
}

/** Predictors by the parameters that they read: each is opened once. */
const opened = new WeakMap<object, ExplainingPredictor>();

/**
 * What a race of a day is scored with: from the cut-off on the final fit, before it the refit that has not seen the
 * day. Where there is none the final fit again, which may have learnt from the race.
 *
 * @param raceDay Japan's day, YYYY-MM-DD
 * @throws when the parameters are not the learner's
 */
export function openFor(
  artifact: Pick<Artifact, "learner" | "cutoffDay" | "refits" | "parameters">,
  raceDay: string,
): { predictor: ExplainingPredictor; isLearntFrom: boolean } {
  const isPast = raceDay < artifact.cutoffDay;
  const refit = isPast ? refitFor(artifact.refits, raceDay) : null;
  const predictor = openParameters(artifact.learner, (refit ?? artifact).parameters);
  return { predictor, isLearntFrom: isPast && refit === null };
}

function openParameters(name: string, parameters: unknown): ExplainingPredictor {
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
