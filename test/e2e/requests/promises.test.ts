import { finishedAnalysis, horseOf, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { PUBLIC_ROUTES, USER_ROUTES } from "#test/e2e/support/page-routes.ts";
import { shareAnalysis } from "#test/e2e/support/public-views.ts";
import { putCrowd } from "#test/e2e/support/site-crowd.ts";
import { sitePages } from "#test/e2e/support/site-pages.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, expectEqual, test } from "#test/e2e/support/test.ts";
import { getPage, type WebUser, webUser } from "#test/e2e/support/web.ts";
import { findPromises, textOfPage } from "#test/unit/support/words/promises.ts";

const { url } = saturday;

test("no page promises a gain, to a visitor, a user with models and analyses, and a paying one", {
  tag: "@full",
}, async () => {
  const { email, token } = await newAccount(url, "yakusoku");
  const modelId = await newModel(url, token, "約束");
  const [race] = await racesOf(url, token, "2026-11-15");
  const [today] = await racesOf(url, token, "2026-11-21");
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: today?.race_id });
  const pastId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  const shared = await shareAnalysis(url, { token, analysisId: pastId });
  // Last, as the free plan takes one model: this one disables the other.
  const otherId = await newModel(url, token, "約束その2");
  // Everybody's forecast of both races, with the season board that has it.
  for (const one of [race, today]) await putCrowd(saturday.stateDir, one?.race_id);
  const crowd = encodeURIComponent(race?.race_id ?? "");
  const user: WebUser = { email, cookie: `session=${token}` };
  const own = sitePages("_app", {
    "/analyses/$id": analysisId,
    "/races/$raceId": race?.race_id ?? null,
    "/horses/$horseId": await horseOf(url, token, race?.race_id),
    "/days/$date": "2026-11-21",
    "/models/$id": modelId,
    "/models/$id/record": modelId,
    "/models/$id/suggestions": modelId,
    "/models/copy/$id": modelId,
    "/rankings/$period": "weekly",
  }).filter((path) => path !== "/settings/export");
  const tickets = ["win", "place", "quinella", "wide", "trio"].map(
    (ticket) => `/races/${today?.race_id}/bets?ticket=${ticket}&budget=3000`,
  );
  const dialogs = ["delete", "rename", "detail", "created"].map((dialog) => `/models?${dialog}=${modelId}`);
  const measured = [
    `/races/${crowd}/crowd`,
    `/races/${encodeURIComponent(today?.race_id ?? "")}/crowd`,
    `/models/compare?m=${modelId}&m=${otherId}`,
    `/models/crowd/${modelId}`,
    "/rankings/season",
    `/verify/${shared.shareId}`,
  ];
  // What pages say only once they have figures.
  const filled = new Map([
    [`/races/${crowd}/crowd`, "混戦度"],
    [`/share/crowd/${crowd}`, "混戦度"],
    [`/models/compare?m=${modelId}&m=${otherId}`, "◎が同じだった割合"],
    ["/rankings/season", "ありえる順位"],
    ["/share/rankings/season", "ありえる順位"],
  ]);
  const everybody = PUBLIC_ROUTES.map(([path]) => path);
  const walks: (readonly [who: WebUser | null, paths: readonly string[]])[] = [
    [
      null,
      [
        ...[...everybody, shared.path, "/api/docs", "/verify", `/verify/${shared.shareId}`],
        ...["/share/rankings/season", `/share/crowd/${crowd}`],
      ],
    ],
    [user, [...own, ...measured, ...tickets, ...dialogs, ...USER_ROUTES.map(([path]) => path), `/analyses/${pastId}`]],
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
      expectEqual([path, answer.status < 500], [path, true]);
      const text = textOfPage(await answer.text());
      expectEqual([path, text.includes(filled.get(path) ?? "")], [path, true]);
      characters += text.length;
      promises.push(...findPromises(text).map((sentence) => `${path}: ${sentence}`));
    }
  }
  expect(promises).toEqual([]);
  // The walk has read pages, not empty answers.
  expect(characters).toBeGreaterThan(200_000);
});
