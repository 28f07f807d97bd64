import { exampleAccount } from "#test/e2e/support/public-views.ts";
import { sitePages } from "#test/e2e/support/site-pages.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, expectEqual, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

/** Round trips to the database that a page may cost: who is it, and what does the page show. */
const MAXIMUM = 2;

let cookie: string;
let examples: Awaited<ReturnType<typeof exampleAccount>>;

test.beforeAll(async () => {
  examples = await exampleAccount("ourai", { modelName: "往来" });
  cookie = `session=${examples.token}`;
});

/** Round trips of a page by its own word (development says it in a header). */
async function roundTrips(pathname: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url + pathname, { headers, redirect: "manual" });
  await answer.text();
  expectEqual([pathname, answer.status < 400], [pathname, true]);
  const count = /\bd1;desc="(\d+)"/.exec(answer.headers.get("Server-Timing") ?? "")?.[1];
  if (count === undefined) throw new Error(`${pathname} does not say its round trips`);
  return Number(count);
}

async function tooMany(paths: readonly string[], maximum: number, headers: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const pathname of paths) {
    // What has changed since the last visit, such as a new head of seals, is counted once, by the next one.
    const trips = await roundTrips(pathname, headers);
    if (trips > maximum && (await roundTrips(pathname, headers)) > maximum) found.push(`${pathname}: ${trips}`);
  }
  return found;
}

test("every page of a logged-in user costs at most two round trips to the database, the session's included", async () => {
  const { modelId: model, analysisId: analysis, raceId: analysedId, otherRaceId: raceId } = examples;
  const dialogs = [
    ...["delete", "rename", "detail", "copy", "disabled", "created"].map((dialog) => `/models?${dialog}=${model}`),
    ...["/models?done=renamed", "/models?done=deleted", "/models?detail=999999"],
    ...[
      "/models/create?venue_type=1",
      "/models/create?venue_type=2",
      `/models/edit/${model}`,
      `/models/compare?m=${model}`,
    ],
    ...[`/analyses?accepted=${analysis}`, `/analyses?completed=${analysis}`, `/analyses?delete=${analysis}`],
    ...["/analyses?page=2", "/analyses?done=deleted"],
    ...[`/races/${analysedId}/bets`, `/races/${analysedId}/bets?model=${model}&ticket=trio&budget=3000`],
    ...["", "&going=soft&out=1&horse=2&kg=58&gate=3", "&kg=x"].map(
      (query) => `/races/${analysedId}/what-if?model=${model}${query}`,
    ),
    ...[`/analyses/${analysis}?sort=number`, `/analyses/${analysis}?done=accepted`],
    ...[`/races?race=${raceId}`, `/races?date=2026-11-21&race=${raceId}`, "/races?race=no-such-race"],
    ...[`/races/${raceId}/models`, `/races/${raceId}/models?m=${model}&m=1&by=mean&sort=number&order=value`],
    // A day after today, with and without a race; a day without racing.
    ...["/races?date=2026-11-22", `/races?date=2026-11-22&race=${raceId}`, "/races?date=2026-11-18"],
    ...["/days/2026-11-15", `/days/2026-11-21?model=${model}&by=gap`, "/days/2026-11-18", "/days/2026-11-22"],
    ...[`/days/2026-11-15/analyze?model=${model}`, "/days/2026-11-18/analyze"],
    ...["/races?date=2026-11-21&month=2026-10", `/search?q=${encodeURIComponent("はる")}`, "/search?q=x"],
    ...["/races/search?year=2026&month=11&day=15", "/races/search?year=2026&month=2&day=31"],
    // Not `/subscriptions?plan=5` and the success page after a payment: they ask Stripe and mirror what it says.
    ...["/settings?done=saved", "/rankings/monthly", "/subscriptions?plan=9", "/home?restricted=1"],
  ];
  const paths = [...sitePages("_app", examples.ofUser), ...dialogs];
  expect(paths).toContain("/home");
  expect(paths.length).toBeGreaterThanOrEqual(8);
  // What is still to be confirmed may cost one more, once.
  expect(await tooMany(paths, MAXIMUM + 1, { cookie })).toEqual([]);
  expect(await tooMany(paths, MAXIMUM, { cookie })).toEqual([]);
});

test("a public page costs no round trip, with a session as without, at first as on repeat", async () => {
  // Behind a mailed link there is a code to look up; the newest roots, and a race that has started, are read in one round
  // trip, and kept by no cache; checking a number counts, and reads the day's tree.
  const { ofVisitor, shared, code, pastRaceId } = examples;
  const paths = sitePages("_public", { ...ofVisitor, "/share/rankings/$period": "monthly" }).filter(
    (path) =>
      !["/changeEmail", "/undoSecondFactor", "/notices/stop", "/share/analysis", "/verify"].includes(path) &&
      !/^\/(share\/(crowd|models)|verify)\//.test(path),
  );
  // The model and its races, its record and its place of the season.
  expect(await tooMany([`/share/models/${code}`], 3, {})).toEqual([]);
  expect(await tooMany(["/verify", `/share/crowd/${pastRaceId}`], 1, {})).toEqual([]);
  const more = [
    "/?e=atnf",
    "/login?to=/models",
    "/signup?sent=1",
    "/share/rankings/weekly?ticket=win",
    "/rankings.json",
  ];
  paths.push(...more, `/share/analysis?id=${shared.shareId}&media=twitter`, shared.imagePath);
  for (const headers of [{}, { cookie }] as Record<string, string>[]) {
    // A log-out by link only leads on.
    expect(await tooMany(paths, 0, headers)).toEqual([]);
  }
});
