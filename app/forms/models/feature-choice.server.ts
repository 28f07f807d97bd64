import * as z from "zod";
import {
  AVERAGE_KINDS,
  type AverageChoice,
  type AverageKind,
  type FeatureChoice,
  RACE_CUSTOMIZES,
  RACE_NUMS,
  raceCustomizesOf,
  STATIC_FEATURES,
  staticFeaturesOf,
} from "#app/domain/features/choice.ts";
import { VenueType } from "#app/domain/racing/race.ts";

export const CHOICE_MESSAGES = {
  atLeastOne: "1つ以上選択してください",
  unknown: "選べない項目が含まれています。画面を開き直して、もう一度選んでください",
  tooMany: ({ limit, over }: { limit: number; over: number }) =>
    `いまのプランで使えるのは${limit}項目までです。${over}項目減らすか、項目の多いプランに変更してください。`,
} as const;

/**
 * A choice of features, from the form or the API's `feature`. Unknown names are refused; what the venue type does not
 * offer is removed; duplicates count once; the order is that of the catalogue, so that equal choices are equal values.
 * Each kind needs a condition and a number of runs, and the choice needs at least one feature.
 */
export function featureChoiceSchema(venueType: number) {
  return z
    .object({
      isAllVenue: z.union([z.literal(0), z.literal(1)], CHOICE_MESSAGES.unknown).optional(),
      static: z.array(z.enum(STATIC_FEATURES, CHOICE_MESSAGES.unknown), CHOICE_MESSAGES.unknown),
      average: z.partialRecord(
        z.enum(AVERAGE_KINDS, CHOICE_MESSAGES.unknown),
        averageSchema(venueType),
        CHOICE_MESSAGES.unknown,
      ),
    })
    .transform(({ isAllVenue, ...sent }): FeatureChoice => {
      const average: Partial<Record<AverageKind, AverageChoice>> = {};
      for (const kind of AVERAGE_KINDS) {
        const choice = sent.average[kind];
        if (choice) average[kind] = choice;
      }
      const choice = { static: staticFeaturesOf(venueType).filter((name) => sent.static.includes(name)), average };
      return venueType === VenueType.central ? choice : { isAllVenue: isAllVenue ?? 0, ...choice };
    })
    .refine((choice) => choice.static.length > 0 || Object.keys(choice.average).length > 0, {
      message: CHOICE_MESSAGES.atLeastOne,
      path: ["static"],
    });
}

function averageSchema(venueType: number) {
  return z.object({
    race_customize: z
      .array(z.enum(RACE_CUSTOMIZES, CHOICE_MESSAGES.unknown), CHOICE_MESSAGES.atLeastOne)
      .transform((sent) => raceCustomizesOf(venueType).filter((name) => sent.includes(name)))
      .pipe(z.array(z.enum(RACE_CUSTOMIZES)).min(1, CHOICE_MESSAGES.atLeastOne)),
    race_num: z
      .array(z.literal([...RACE_NUMS], CHOICE_MESSAGES.unknown), CHOICE_MESSAGES.atLeastOne)
      .transform((sent) => RACE_NUMS.filter((num) => sent.includes(num)))
      .pipe(z.array(z.literal([...RACE_NUMS])).min(1, CHOICE_MESSAGES.atLeastOne)),
  });
}
