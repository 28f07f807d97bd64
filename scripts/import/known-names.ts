import * as z from "zod";
import { callSite, type Site } from "./client.ts";
import type { KnownHorse, KnownNames, NamesWithoutIds } from "./maps/identities.ts";

/** Names in one call. */
const NAMES_PER_CALL = 5000;

const people = z.array(z.object({ id: z.string(), name: z.string() }));
const peopleSchema = z.object({ jockeys: people, trainers: people });
const horsesSchema = z.object({
  horses: z.array(
    z.object({ id: z.string(), name: z.string(), birth_year: z.int().nullable(), sire_name: z.string().nullable() }),
  ),
});

/** By which ids the site knows the names of a table. All people are read, because a name may be a shorter form. */
export function findKnownNames(site: Site, source: "real" | "sample"): (names: NamesWithoutIds) => Promise<KnownNames> {
  return async ({ horses, jockeys, trainers }) => {
    const known: KnownHorse[] = [];
    for (let start = 0; start < horses.length; start += NAMES_PER_CALL) {
      const body = JSON.stringify({ source, names: horses.slice(start, start + NAMES_PER_CALL) });
      const answer = horsesSchema.parse(await callSite(site, "POST", "/admin/names/horses", body));
      for (const { id, name, birth_year: birthYear, sire_name: sire } of answer.horses)
        known.push({ id, name, birthYear, sire });
    }
    if (jockeys.length + trainers.length === 0) return { horses: known, jockeys: [], trainers: [] };
    const answer = peopleSchema.parse(await callSite(site, "GET", `/admin/names/people?source=${source}`));
    return { horses: known, ...answer };
  };
}
