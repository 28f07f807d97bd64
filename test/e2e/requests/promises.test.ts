import { finishedAnalysis, horseOf, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { PUBLIC_ROUTES, USER_ROUTES } from "#test/e2e/support/page-routes.ts";
import { shareAnalysis } from "#test/e2e/support/public-views.ts";
import { sitePages } from "#test/e2e/support/site-pages.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { getPage, type WebUser, webUser } from "#test/e2e/support/web.ts";
import { findPromises, textOfPage } from "#test/unit/support/words/promises.ts";

const { url } = saturday;

test("no page promises a gain, to a visitor, a user with models and analyses, and a paying one", async () => {
  const { email, token } = await newAccount(url, "yakusoku");
  const modelId = await newModel(url, token, "約束");
  const [race] = await racesOf(url, token, "2026-11-15");
  const [today] = await racesOf(url, token, "2026-11-21");
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: today?.race_id });
  const pastId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  const shared = await shareAnalysis(url, { token, analysisId: pastId });
  const user: WebUser = { email, cookie: `session=${token}` };
  const own = sitePages("_app", {
    "/analyses/$id": analysisId,
    "/races/$raceId": race?.race_id ?? null,
    "/horses/$horseId": await horseOf(url, token, race?.race_id),
    "/days/$date": "2026-11-21",
    "/models/$id": modelId,
    "/models/$id/record": modelId,
    "/models/copy/$id": modelId,
    "/rankings/$period": "weekly",
  }).filter((path) => path !== "/settings/export");
  const tickets = ["win", "place", "quinella", "wide", "trio"].map(
    (ticket) => `/races/${today?.race_id}/bets?ticket=${ticket}&budget=3000`,
  );
  const dialogs = ["delete", "rename", "detail", "created"].map((dialog) => `/models?${dialog}=${modelId}`);
  const everybody = PUBLIC_ROUTES.map(([path]) => path);
  const walks: (readonly [who: WebUser | null, paths: readonly string[]])[] = [
    [null, [...everybody, shared.path, "/api/docs"]],
    [user, [...own, ...tickets, ...dialogs, ...USER_ROUTES.map(([path]) => path), `/analyses/${pastId}`]],
    // Its record has settled races.
    [
      await webUser(url, "premium@demo.example"),
      ["/home", "/models", "/models/all/record", "/analyses", "/rankings", "/rankings/weekly", "/subscriptions"],
    ],
  ];
  const promises: string[] = [];
  let characters = 0;
  for (const [who, paths] of walks) {
    for (const path of new Set(paths)) {
      const answer = await getPage(url, path, who);
      expect([path, answer.status < 500]).toEqual([path, true]);
      const text = textOfPage(await answer.text());
      characters += text.length;
      promises.push(...findPromises(text).map((sentence) => `${path}: ${sentence}`));
    }
  }
  expect(promises).toEqual([]);
  // The walk has read pages, not empty answers.
  expect(characters).toBeGreaterThan(200_000);
});
