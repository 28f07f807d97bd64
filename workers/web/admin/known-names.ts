import type { Hono } from "hono";
import * as z from "zod";
import { listHorsesNamed, listPeople, listRacesAt } from "#app/db/racing/known-names.server.ts";
import { type AdminEnv, adminError, readJson } from "./admin-env.ts";

const SOURCES = ["real", "sample"] as const;
const sourceSchema = z.enum(SOURCES);
const horsesSchema = z.object({ source: sourceSchema, names: z.array(z.string().min(1).max(200)).max(5000) });
const racesSchema = z.object({
  source: sourceSchema,
  races: z.array(z.tuple([z.string().max(10), z.string().max(64), z.int()])).max(5000),
});

/** Ids of known races, horses and people, for tables without ids (scripts/import/known-names.ts). */
export function knownNameRoutes(app: Hono<AdminEnv>): void {
  app.post("/admin/api/names/horses", async (c) => {
    const input = horsesSchema.safeParse(await readJson(c));
    if (!input.success) return adminError(c, 400, 'The body must be {"source": "real", "names": at most 5000 names}.');
    const horses = await listHorsesNamed(c.env.deps.db, input.data);
    return c.json({
      horses: horses.map(({ birthYear, sireName, ...horse }) => ({
        ...horse,
        birth_year: birthYear,
        sire_name: sireName,
      })),
    });
  });

  app.post("/admin/api/names/races", async (c) => {
    const input = racesSchema.safeParse(await readJson(c));
    if (!input.success)
      return adminError(c, 400, 'The body must be {"source": "real", "races": at most 5000 of [date, venue, number]}.');
    const { source, races: slots } = input.data;
    const races = await listRacesAt(c.env.deps.db, { source, slots });
    return c.json({ races: races.map(({ raceNum, ...race }) => ({ ...race, race_num: raceNum })) });
  });

  app.get("/admin/api/names/people", async (c) => {
    const source = sourceSchema.safeParse(c.req.query("source"));
    if (!source.success) return adminError(c, 400, "The source must be real or sample.");
    const list = (role: "jockey" | "trainer") => listPeople(c.env.deps.db, { source: source.data, role });
    return c.json({ jockeys: await list("jockey"), trainers: await list("trainer") });
  });
}
