import * as z from "zod";
import { AVERAGE_KINDS, RACE_CUSTOMIZES, RACE_NUMS, STATIC_FEATURES } from "../features/choice.ts";
import type { ExplainingPredictor } from "./learner.ts";
import { findLearner } from "./learners.ts";

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

const artifactSchema = z.strictObject({
  format: z.literal(1),
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
});

/** A trained model as it is kept: one immutable JSON object named by its hash. */
export type Artifact = z.infer<typeof artifactSchema>;

/** Skill on races that the model did not learn from: those on the held-back dates. */
export type SkillReport = z.infer<typeof reportSchema>;

/** The artifact's bytes; equal artifacts give equal bytes. */
export function serialiseArtifact(artifact: Artifact): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(sortKeys(artifact)));
}

/** @throws when the bytes are not an artifact of a known format and learner. */
export function parseArtifact(bytes: ArrayBuffer | Uint8Array): { artifact: Artifact; predictor: ExplainingPredictor } {
  const artifact = artifactSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const learner = findLearner(artifact.learner);
  if (learner === null) throw new Error(`artifact of unknown learner ${artifact.learner}`);
  return { artifact, predictor: learner.openPredictor(artifact.parameters) };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, sortKeys(entry)]));
}
