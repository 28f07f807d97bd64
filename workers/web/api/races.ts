import * as z from "zod";
import { isCalendarDay, japanDay } from "#app/domain/racing/japan-time.ts";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { bearerUser, readQuery, refuse } from "./api-env.ts";
import type { ApiCalls } from "./describe.ts";
import { raceWire, toWireRace } from "./wire.ts";

const querySchema = z.object({
  date: z
    .string()
    .refine(isCalendarDay, "must be a day, YYYY-MM-DD")
    .optional()
    .meta({ format: "date", description: "Without it today, in Japan" }),
});

/** Pages ignore an invalid date; the API reports it. */
export const raceCalls: ApiCalls = {
  "GET /races": {
    summary: "The races of a day",
    description: "By venue type, course and number. A day after today is refused for every plan but 0.",
    query: querySchema,
    answers: { 200: { description: "The races, [] when there are none", schema: z.array(raceWire) } },
    async handler(c) {
      const { date = japanDay(c.env.now()) } = readQuery(c, querySchema);
      const day = await c.env.services.races.listDay({ user: bearerUser(c), date });
      if (day.kind === "refused") return refuse(c, day, { future: [400, RACE_MESSAGES.future] });
      return c.json(day.races.map(toWireRace));
    },
  },
};
