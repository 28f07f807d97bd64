import { Hono } from "hono";
import { findSessionUser } from "#app/db/accounts/sessions.server.ts";
import { listAnalyses } from "#app/db/analyses/analyses.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { listModelsWithFigures } from "#app/db/models/models.server.ts";
import { recordCalls, replay } from "./recorded-calls.ts";

const SESSION = { sessionId: "bench-session", userId: 1, day: "2026-11-21", month: "2026-11", now: 1_700_000_000 };
const PAGE_ROWS = 30;

/** Only the lists' round trips to D1, with the pages' own statements, and without checking a token or rendering. */
const app = new Hono<{ Bindings: { DB: D1Database } }>();

const session = recordCalls((d1) => findSessionUser(openDatabase(d1), SESSION));
const models = recordCalls((d1) => listModelsWithFigures(openDatabase(d1), { userId: SESSION.userId }));
const analyses = recordCalls((d1) =>
  listAnalyses(openDatabase(d1), { userId: SESSION.userId, offset: 0, limit: PAGE_ROWS, withScores: false }),
);

for (const [path, list] of [
  ["/models", models],
  ["/analyses", analyses],
] as const) {
  app.get(path, async (c) => {
    const user = await replay(c.env.DB, await session);
    const rows = await replay(c.env.DB, await list);
    return c.html(`<!doctype html><title>${path}</title><p>${user} ${rows}</p>`);
  });
}

export default app;
