import type { Hono } from "hono";
import * as z from "zod";
import { listHorsesNamed, listPeople, listRacesAt } from "#app/db/racing/known-names.server.ts";
import { toSnake } from "#workers/web/snake-case.ts";
import { type AdminEnv, adminError, readBody } from "./admin-env.ts";

const sourceSchema = z.enum(["real", "sample"]);
const horsesSchema = z.object({ source: sourceSchema, names: z.array(z.string().min(1).max(200)).max(5000) });
const racesSchema = z.object({
  source: sourceSchema,
  races: z.array(z.tuple([z.string().max(10), z.string().max(64), z.int()])).max(5000),
});

/** Ids of known races, horses and people, for tables without ids (scripts/import/known-names.ts). */
export function knownNameRoutes(app: Hono<AdminEnv>): void {
  app.post("/admin/api/names/horses", async (c) => {
    const input = await readBody(c, horsesSchema, '{"source": "real", "names": at most 5000 names}');
    return c.json(toSnake({ horses: await listHorsesNamed(c.env.deps.db, input) }));
  });

  app.post("/admin/api/names/races", async (c) => {
    const expected = '{"source": "real", "races": at most 5000 of [date, venue, number]}';
    const { source, races: slots } = await readBody(c, racesSchema, expected);
    return c.json(toSnake({ races: await listRacesAt(c.env.deps.db, { source, slots }) }));
  });

  app.get("/admin/api/names/people", async (c) => {
    const source = sourceSchema.safeParse(c.req.query("source"));
    if (!source.success) return adminError(c, 400, "The source must be real or sample.");
    const list = (role: "jockey" | "trainer") => listPeople(c.env.deps.db, { source: source.data, role });
    return c.json({ jockeys: await list("jockey"), trainers: await list("trainer") });
  });
}
