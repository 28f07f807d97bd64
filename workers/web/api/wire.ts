import * as z from "zod";
import { pickProfile } from "#app/domain/accounts/profile.ts";
import { AVERAGE_KINDS, RACE_CUSTOMIZES, RACE_NUMS, STATIC_FEATURES } from "#app/domain/features/choice.ts";
import type { WireEntry } from "#app/domain/rankings/rankings-file.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { raceInWords } from "#app/domain/scoring/race-sentences.ts";
import type { SharedView } from "#app/domain/scoring/shared-analysis.ts";
import { VIEW_GROUPS } from "#app/domain/scoring/view-groups.ts";
import type { AnalysisDetail, AnalysisSummary, RaceSummary } from "#app/domain/views/analyses.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { Suggestions } from "#app/domain/views/suggestions.ts";
import { toSnake } from "#workers/web/snake-case.ts";
import { oneOf } from "./describe.ts";

const id = z.int().positive();
const unixSeconds = z.int().meta({ description: "Unix seconds" });
const day = z.string().meta({ format: "date", description: "Day of Japan, YYYY-MM-DD" });
const venueType = z.int().meta({ description: "1 central, 2 Nankan, 3 Monbetsu" });
const status = z.int().meta({ description: "1 in progress, 2 complete, otherwise failed" });

export const userWire = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    plan: z.int().meta({ description: "0 admin, 1 Free, 2–6 paid, 102–106 restricted" }),
    birth_date: z.string().meta({ description: 'YYYY-MM-DD, or ""' }),
    sex: z.int().min(0).max(2).meta({ description: "0 unknown, 1 male, 2 female" }),
    fav_horse: z.string(),
    fav_jockey: z.string(),
    fav_ticket_type: z.int(),
    race_of_memories: z.string(),
    racing_experience: z.int(),
    icon: z.string(),
    phone_number: z.string(),
    prefectures: z.int(),
    profile: z.string(),
    analyzes_day: z.int().min(0),
    analyzes_month: z.int().min(0),
    create_model_month: z.int().min(0),
    not_confirm_models: z.array(id),
    not_confirm_analysis_results: z.array(id),
  })
  .meta({ id: "User" });

export function toWireUser(user: SessionUser): z.infer<typeof userWire> {
  const { id, name, email, plan } = user;
  return {
    ...{ id, name, email, plan },
    ...toSnake(pickProfile(user)),
    analyzes_day: user.analysesToday,
    analyzes_month: user.analysesThisMonth,
    create_model_month: user.modelCreationsThisMonth,
    not_confirm_models: user.unconfirmedModels.map(({ modelId }) => modelId),
    not_confirm_analysis_results: user.unconfirmedAnalyses.map(({ analysisId }) => analysisId),
  };
}

const averageWire = z
  .object({ race_customize: z.array(z.enum(RACE_CUSTOMIZES)), race_num: z.array(oneOf(RACE_NUMS)) })
  .meta({ id: "AverageChoice" });

const featureWire = z
  .object({
    isAllVenue: oneOf([0, 1]).optional().meta({ description: "Only above venue type 1" }),
    static: z.array(z.enum(STATIC_FEATURES)),
    average: z.object(
      Object.fromEntries(AVERAGE_KINDS.map((kind) => [kind, averageWire.optional()])) as Record<
        (typeof AVERAGE_KINDS)[number],
        z.ZodOptional<typeof averageWire>
      >,
    ),
  })
  .meta({ id: "Feature" });

export const modelWire = z
  .object({
    model_id: id,
    name: z.string(),
    user_id: id,
    created_at: unixSeconds,
    status,
    venue_type: venueType,
    is_weight: z.boolean().meta({ description: "Uses the horses' weight, or its change" }),
    disabled: z.boolean().meta({ description: "The present plan cannot use it" }),
    feature: featureWire,
  })
  .meta({ id: "Model" });

export function toWireModel(model: ModelSummary, userId: number): z.infer<typeof modelWire> {
  const { modelId, name, createdAt, status, venueType, isWeight, disabled, choice } = model;
  const figures = toSnake({ modelId, name, userId, createdAt, status, venueType, isWeight });
  return { ...figures, disabled: disabled !== null, feature: choice };
}

const gainWire = z.object({ difference: z.number(), low: z.number(), high: z.number() });

export const suggestionsWire = z
  .object({
    model_id: id,
    searches_left: z.int().min(0).meta({ description: "In this month" }),
    search: z
      .object({
        number: z.int().positive().meta({ description: "Of the account; decides how sure a confirmation has to be" }),
        status,
        created_at: unixSeconds,
        completed_at: unixSeconds.nullable(),
        trained: z.int().min(0),
        confirmed_on_races: z.int().min(0).nullable(),
        changes: z.array(
          z.object({
            change: z
              .object({
                does: z.enum(["add", "drop"]),
                feature: z.enum(STATIC_FEATURES).optional(),
                kind: z.enum(AVERAGE_KINDS).optional(),
                condition: z.enum(RACE_CUSTOMIZES).optional(),
                count: oneOf(RACE_NUMS).optional(),
              })
              .meta({ description: "A feature, or a kind of average with a condition, a count of starts or neither" }),
            feature: featureWire.meta({ description: "The model's features with the change" }),
            verdict: z.enum(["confirmed", "unknown", "none"]).nullable(),
            chosen: gainWire.nullable().meta({ description: "Gain in pseudo-R² on the earlier test periods, 95 %" }),
            confirmed: gainWire.nullable().meta({ description: "On the newest; null unless chosen" }),
            outlook: gainWire
              .omit({ difference: true })
              .nullable()
              .meta({ description: "Expected range of the next half-year, 95 %" }),
          }),
        ),
      })
      .nullable()
      .meta({ description: "The newest; null: none" }),
  })
  .meta({ id: "Suggestions" });

export function toWireSuggestions({ model, left, search }: Suggestions): z.infer<typeof suggestionsWire> {
  return {
    model_id: model.modelId,
    searches_left: left,
    search: search && {
      number: search.number,
      status: search.status,
      created_at: search.createdAt,
      completed_at: search.completedAt,
      trained: search.trained,
      confirmed_on_races: search.result?.races ?? null,
      changes: search.changes.map((change, place) => {
        const judged = search.result?.changes[place];
        return {
          change: { ...change },
          feature: search.choices[place]!,
          verdict: judged?.verdict ?? null,
          chosen: judged?.chosen ?? null,
          confirmed: judged?.confirmed ?? null,
          outlook: judged?.outlook ?? null,
        };
      }),
    },
  };
}

export const raceWire = z
  .object({
    race_id: z.string(),
    name: z.string(),
    race_num: z.int(),
    title: z.string().meta({ description: "The course" }),
    venue_type: venueType,
    is_acquired_weight: z.boolean(),
    date: day,
  })
  .meta({ id: "Race" });

export function toWireRace(race: RaceSummary): z.infer<typeof raceWire> {
  const { raceId, name, raceNum, venue, venueType, isAcquiredWeight, date } = race;
  return toSnake({ raceId, name, raceNum, title: venue, venueType, isAcquiredWeight, date });
}

const scoreWire = z.object({
  uma_num: z.int(),
  name: z.string(),
  score: z.number(),
  probability: z.number().nullable().meta({ description: "To win; null where the model learnt from the race" }),
});

function resultWire<Score extends z.ZodType>(score: Score) {
  return z.object({
    race_info: z.object({ race_num: z.int(), name: z.string(), title: z.string(), date: day }),
    scores: z.array(score).meta({
      description:
        "As the analysis was fixed, best index first: horses that were withdrawn since keep their place. Empty until it is complete",
    }),
  });
}

export const analysisWire = z
  .object({
    analysis_result_id: id,
    model_name: z.string(),
    venue_type: venueType,
    created_at: unixSeconds,
    status,
    result: resultWire(
      scoreWire.extend({
        place_probability: z.number().nullable().meta({
          description:
            "Of a place that place bets pay; null where the model learnt from the race, where none are sold for so few runners, and in analyses made before it was kept",
        }),
      }),
    ),
  })
  .meta({ id: "AnalysisResult" });

export const explainedAnalysisWire = analysisWire
  .extend({
    sentences: z.array(z.string()).meta({
      description:
        "The race in words. Like the reasons empty until it is complete, and in analyses made before reasons had groups",
    }),
    reasons: z
      .array(
        z.object({
          uma_num: z.int(),
          groups: z.array(
            z.object({
              name: z.enum(VIEW_GROUPS),
              contribution: z.number().nullable().meta({ description: "Null without a chosen feature" }),
              rank: z.int().positive().nullable().meta({ description: "Among the starters; ties share a rank" }),
            }),
          ),
          sentences: z.array(z.string()),
        }),
      )
      .meta({ description: "Of each starter, best index first; its groups' contributions sum to its score" }),
  })
  .meta({ id: "ExplainedAnalysisResult" });

export const sharedAnalysisWire = analysisWire
  .extend({
    result: resultWire(scoreWire),
    user_name: z.string().meta({ description: "As others may see it: without mail addresses" }),
    url: z.string().meta({ format: "uri", description: "The public page" }),
    image_url: z.string().meta({ format: "uri", description: "PNG, 1200 × 630" }),
  })
  .meta({ id: "SharedAnalysis" });

export function toWireSharedAnalysis(shared: SharedView): z.infer<typeof sharedAnalysisWire> {
  const { raceNum, name, title, date, venueType: type } = shared.race;
  return {
    analysis_result_id: shared.analysisId,
    model_name: shared.modelName,
    venue_type: type,
    created_at: shared.createdAt,
    status: AnalysisStatus.complete,
    result: {
      race_info: { race_num: raceNum, name, title, date },
      scores: shared.horses.map(({ horseNum, name: horseName, score, probability }) => ({
        uma_num: horseNum,
        name: horseName,
        score,
        probability,
      })),
    },
    user_name: shared.userName,
    url: shared.url,
    image_url: new URL(shared.imagePath, shared.url).href,
  };
}

export function toWireAnalysis(analysis: AnalysisSummary): z.infer<typeof analysisWire> {
  const { raceNum, name, title, date } = analysis.raceInfo;
  return {
    analysis_result_id: analysis.analysisId,
    model_name: analysis.modelName,
    venue_type: analysis.venueType,
    created_at: analysis.createdAt,
    status: analysis.status,
    result: {
      race_info: { race_num: raceNum, name, title, date },
      scores: (analysis.scores ?? []).map(({ horseNum, horseName, index, probability, placeProbability }) => ({
        uma_num: horseNum,
        name: horseName,
        score: index,
        probability,
        place_probability: placeProbability,
      })),
    },
  };
}

export function toWireExplained(analysis: AnalysisDetail): z.infer<typeof explainedAnalysisWire> {
  const { details, runners, race, market } = analysis;
  const { scores } = amongStarters(analysis.scores ?? [], details ?? { quinella: [] }, runners);
  const { sentences, horses } = raceInWords({
    scores,
    why: details?.why ?? [],
    runners,
    race,
    hasOdds: market !== null,
  });
  return {
    ...toWireAnalysis(analysis),
    sentences,
    reasons: [...horses].map(([horseNum, horse]) => ({
      uma_num: horseNum,
      groups: horse.groups.map(({ group, contribution, rank }) => ({ name: group, contribution, rank })),
      sentences: horse.sentences,
    })),
  };
}

const rank = z.int().positive().nullable().meta({ description: "Ties share a rank; null without a bet of the type" });
const perCent = z.number().nullable().meta({ description: "Per cent, one decimal; null without a bet of the type" });
const intervalEnd = z.number().nullable().meta({ description: "End of the rate's 95 % interval in per cent, or null" });
const races = z.int().min(0).meta({ description: "Races bet" });
const FIGURES = { rank, return_rate: perCent, hit_rate: perCent, races, low: intervalEnd, high: intervalEnd };

function figuresOf<Ticket extends string>(ticket: Ticket) {
  const fields = Object.entries(FIGURES).map(([name, field]) => [`${ticket}_${name}`, field]);
  return Object.fromEntries(fields) as {
    [Name in keyof typeof FIGURES as `${Ticket}_${Name}`]: (typeof FIGURES)[Name];
  };
}

export const rankingEntryWire = z
  .object({
    id: id.meta({ description: "The model's" }),
    model_name: z.string(),
    user_name: z.string(),
    ...figuresOf("total"),
    ...figuresOf("tan"),
    ...figuresOf("fuku"),
    ...figuresOf("umaren"),
  })
  .meta({ id: "RankingEntry" }) satisfies z.ZodType<WireEntry>;
