import { setTimeout as sleep } from "node:timers/promises";
import { callApi } from "#scripts/bench/pages/demo-account.ts";
import { sendForm, untilReady } from "#scripts/bench/pages/ready.ts";
import type { TestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";

/** A Saturday with three central courses, 36 races, whose cards stand. */
export const DAY = "2026-11-14";
export const NOW = `${DAY}T09:00:00+09:00`;
export const SEED = 20_260_101;
export const POLL_MS = 50;
export const TIMEOUT_MS = 180_000;
export const START_TIMEOUT_MS = 600_000;

export async function newModel({ url }: TestSite, token: string, name: string): Promise<number> {
  const model = await sendForm(url, token, name);
  await untilReady(url, token, model);
  return model;
}

export async function analyse(
  { url }: TestSite,
  { token, model, raceId }: { token: string; model: number; raceId: string },
): Promise<{ id: number; seconds: number }> {
  const start = performance.now();
  const asked = { model_id: model, race_id: raceId };
  const { analysis_result_id: id } = await callApi<{ analysis_result_id: number }>(url, token, "/analyze", asked);
  const address = `/analysis_result?analysis_result_id=${id}`;
  while ((await callApi<{ status: number }>(url, token, address)).status !== 2) {
    if (performance.now() - start > TIMEOUT_MS) throw new Error(`the analysis of ${raceId} is not finished`);
    await sleep(POLL_MS);
  }
  return { id, seconds: (performance.now() - start) / 1000 };
}

/** The day's largest race, and that of a day before. */
export async function findRaces({ stateDir }: TestSite): Promise<{ raceId: string; pastId: string }> {
  const { DB } = openSiteBindings(stateDir);
  const [raceId, pastId] = await Promise.all(
    ["date = ?1", "date = (select max(date) from races where date < ?1)"].map((when) =>
      DB.prepare(`select race_id from races where ${when} order by runner_count desc, race_id limit 1`)
        .bind(DAY)
        .first<string>("race_id"),
    ),
  );
  if (!raceId || !pastId) throw new Error(`there are no races on ${DAY}, or none before`);
  return { raceId, pastId };
}

/** Pages of a Saturday, with the race's. */
export async function pathsOfDay(
  site: TestSite,
  {
    token,
    race,
    analysis,
    model,
    raceId,
    pastId,
  }: Record<"token" | "analysis" | "raceId" | "pastId", string> & {
    race: readonly string[];
    model: number;
  },
): Promise<string[]> {
  const answer = await fetch(new URL(`/races/${raceId}`, site.url), { headers: { cookie: `session=${token}` } });
  const horse = /href="(\/horses\/[^"]+)"/.exec(await answer.text())?.[1];
  if (horse === undefined) throw new Error(`${raceId} leads to no horse`);
  return [
    ...["/home", "/models", `/models/${model}`, "/races", `/races?date=${DAY}`, `/races?race=${raceId}`],
    ...race,
    ...[`/races/${pastId}/result`, `/days/${DAY}?model=${model}`, `/days/${DAY}/analyze?model=${model}`],
    ...[horse, `/search?q=${encodeURIComponent("サク")}`, "/analyses", analysis, "/rankings", "/rankings/weekly"],
    ...["/settings", "/subscriptions"],
  ];
}
