import type { Hono } from "hono";
import * as z from "zod";
import { isCalendarDay, japanDay } from "#app/domain/racing/japan-time.ts";
import type { RaceSummary } from "#app/services/services.ts";
import { type ApiEnv, apiError, bearerUser, readQuery, requireBearer } from "./api-env.ts";

const querySchema = z.object({ date: z.string().refine(isCalendarDay, "must be a day, YYYY-MM-DD").optional() });

export function raceRoutes(app: Hono<ApiEnv>): void {
  /** Without `date` today's. A page ignores a bad date; a client that sent one is told so. */
  app.get("/races", requireBearer, async (c) => {
    const { date = japanDay(c.var.now()) } = readQuery(c, querySchema);
    const day = await c.var.services.races.listDay({ user: bearerUser(c), date });
    if (day.kind === "refused") return apiError(c, 400, "未来のレースは検索できません");
    return c.json(day.races.map(toWire));
  });
}

function toWire(race: RaceSummary) {
  return {
    race_id: race.raceId,
    name: race.name,
    race_num: race.raceNum,
    title: race.venue,
    venue_type: race.venueType,
    is_acquired_weight: race.isAcquiredWeight,
    date: race.date,
  };
}
