import * as z from "zod";
import { callSite, type Site } from "./client.ts";
import type { KnownNames, NamesToFind } from "./maps/identities.ts";

/** What the site takes in one call. */
const QUESTIONS_PER_CALL = 5000;

const people = z.array(z.object({ id: z.string(), name: z.string() }));
const peopleSchema = z.object({ jockeys: people, trainers: people });
const horsesSchema = z.object({
  horses: z.array(
    z.object({ id: z.string(), name: z.string(), birth_year: z.int().nullable(), sire_name: z.string().nullable() }),
  ),
});

const racesSchema = z.object({
  races: z.array(
    z.object({ id: z.string(), date: z.string(), venue: z.string(), race_num: z.int(), status: z.string() }),
  ),
});

/** Finds the ids that the site has for a table's names. All people are read, because a name may be a shorter form. */
export function findKnownNames(site: Site, source: "real" | "sample"): (names: NamesToFind) => Promise<KnownNames> {
  async function ask(pathname: string, field: string, list: readonly unknown[]): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (let start = 0; start < list.length; start += QUESTIONS_PER_CALL) {
      const body = JSON.stringify({ source, [field]: list.slice(start, start + QUESTIONS_PER_CALL) });
      answers.push(await callSite(site, "POST", pathname, body));
    }
    return answers;
  }

  return async ({ races, horses, jockeys, trainers }) => {
    const slots = races.map(({ date, venue, raceNum }) => [date, venue, raceNum]);
    const knownRaces = (await ask("/admin/api/names/races", "races", slots)).flatMap((answer) =>
      racesSchema
        .parse(answer)
        .races.map(({ race_num: raceNum, status, ...race }) => ({ ...race, raceNum, hasResult: status === "result" })),
    );
    const knownHorses = (await ask("/admin/api/names/horses", "names", horses)).flatMap((answer) =>
      horsesSchema
        .parse(answer)
        .horses.map(({ birth_year: birthYear, sire_name: sire, ...horse }) => ({ ...horse, birthYear, sire })),
    );
    const isAnybodyAsked = jockeys.length + trainers.length > 0;
    const people = isAnybodyAsked
      ? peopleSchema.parse(await callSite(site, "GET", `/admin/api/names/people?source=${source}`))
      : { jockeys: [], trainers: [] };
    return { races: knownRaces, horses: knownHorses, ...people };
  };
}
