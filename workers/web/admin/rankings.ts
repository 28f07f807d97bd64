import type { Hono } from "hono";
import * as z from "zod";
import { findBuild } from "#app/db/rankings/ranking-builds.server.ts";
import { isCadence } from "#app/domain/rankings/periods.ts";
import { orderRankings } from "#app/services/rankings/rankings-build.server.ts";
import { type AdminEnv, adminError, readBody } from "./admin-env.ts";

const orderSchema = z.object({
  cadence: z.enum(["weekly", "monthly"]),
  at: z.iso.datetime({ offset: true }).optional(),
});

const REFUSALS = {
  "not-due": [404, "No period was due by then, or it is too long ago to be counted."],
  "not-settled": [409, "Results, features or bets of its race days are missing: it is counted once they are in."],
} as const;

/** The operator's call to build rankings (client: scripts/rankings/main.ts); normally the cron does this. */
export function rankingRoutes(app: Hono<AdminEnv>): void {
  app.post("/admin/api/rankings", async (c) => {
    const { deps } = c.env;
    const expected = '{"cadence": "weekly" or "monthly", "at": an ISO instant or absent}';
    const input = await readBody(c, orderSchema, expected);
    const at = input.at === undefined ? deps.now() : Math.floor(Date.parse(input.at) / 1000);
    if (at > deps.now()) return adminError(c, 400, "The instant lies in the future.");
    const outcome = await orderRankings(deps, { cadence: input.cadence, at });
    if (outcome.kind === "refused") {
      const [status, detail] = REFUSALS[outcome.reason];
      return adminError(c, status, detail);
    }
    const { cadence, key, from, to } = outcome.period;
    return c.json({ cadence, period_key: key, from, to, build_id: outcome.buildId }, 202);
  });

  app.get("/admin/api/rankings/:cadence/:key", async (c) => {
    const { cadence, key: periodKey } = c.req.param();
    const build = isCadence(cadence) ? await findBuild(c.env.deps.db, { cadence, periodKey }) : null;
    if (build === null) return adminError(c, 404, "This period was not counted yet.");
    const { id, fromDay, toDay, participants, builtAt } = build;
    return c.json({ build_id: id, from: fromDay, to: toDay, participants, built_at: builtAt });
  });
}
