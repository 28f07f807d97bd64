import { callApi, finishedAnalysis, newAccount, newModel, PASSWORD, racesOf } from "#test/e2e/support/account.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, expectEqual, test } from "#test/e2e/support/test.ts";
import { getPage, location, postForm, type WebUser, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

const SECRET_NAME = "ひみつの配合表";

let owner: WebUser;
let token: string;
let modelId: number;
let analysisId: number;
let raceId: string;
let others: WebUser[];

test.beforeAll(async () => {
  const account = await newAccount(url, "mochinushi-hyou");
  token = account.token;
  owner = await webUser(url, account.email, PASSWORD);
  modelId = await newModel(url, token, SECRET_NAME);
  const [race] = await racesOf(url, token, "2026-11-15");
  raceId = race?.race_id ?? "";
  analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  // Another user and the admin: the admin's plan gives larger limits, and no look at other people's things.
  others = [await webUser(url, "unlimited@demo.example"), await webUser(url, "admin@demo.example")];
});

/** Addresses with an id of the owner's, and what the owner gets. */
const pages = () => [
  { path: `/models/${modelId}`, status: 404 },
  { path: `/models/edit/${modelId}`, status: 404 },
  { path: `/models/copy/${modelId}`, status: 404 },
  { path: `/models/${modelId}/suggestions`, status: 404 },
  { path: `/models/compare?m=${modelId}`, status: 404 },
  { path: `/models?delete=${modelId}`, status: 200 },
  { path: `/models?rename=${modelId}`, status: 200 },
  { path: `/models?detail=${modelId}`, status: 200 },
  { path: `/models?created=${modelId}`, status: 200 },
  { path: `/models?copy=${modelId}`, status: 200 },
  { path: `/models?disabled=${modelId}`, status: 200 },
  { path: `/analyses/${analysisId}`, status: 404 },
  { path: `/analyses/${analysisId}?sort=number`, status: 404 },
  { path: `/days/2026-11-15?model=${modelId}`, status: 404 },
  { path: `/days/2026-11-15/analyze?model=${modelId}`, status: 200 },
  { path: `/analyses?delete=${analysisId}`, status: 200 },
  { path: `/analyses?accepted=${analysisId}`, status: 200 },
  { path: `/races/${raceId}/bets`, status: 200 },
  { path: `/races/${raceId}/bets?model=${modelId}`, status: 404 },
  { path: `/races/${raceId}/what-if`, status: 200 },
  { path: `/races/${raceId}/what-if?model=${modelId}&out=1`, status: 404 },
];

const forms = (): { path: string; fields: Record<string, string> }[] => [
  { path: "/models", fields: { intent: "delete", model_id: String(modelId) } },
  { path: `/models?delete=${modelId}`, fields: { intent: "delete", model_id: String(modelId) } },
  { path: "/models", fields: { intent: "rename", model_id: String(modelId), name: "うばった" } },
  { path: "/models", fields: { intent: "star", model_id: String(modelId), star: "on" } },
  { path: `/models/edit/${modelId}`, fields: { name: "うばった" } },
  { path: `/models/${modelId}`, fields: { name: "うばった" } },
  { path: `/models/${modelId}/suggestions`, fields: { form_key: "stolen-form-key" } },
  { path: `/models/copy/${modelId}`, fields: { name: "うつした", intent: "create" } },
  { path: `/analyses?delete=${analysisId}`, fields: { analysis_id: String(analysisId), page: "1" } },
  { path: `/analyses/${analysisId}`, fields: { intent: "share" } },
  { path: `/analyses/${analysisId}`, fields: { intent: "unshare" } },
  { path: "/days/2026-11-15", fields: { intent: "stop", model_id: String(modelId) } },
  { path: `/races?date=2026-11-15&race=${raceId}`, fields: { model_id: String(modelId), race_id: raceId } },
];

test("the owner sees the model and the analysis at every address that carries their id", async () => {
  for (const { path } of pages()) {
    const answer = await getPage(url, path, owner);
    expectEqual([path, answer.status], [path, 200]);
    expectEqual([path, (await answer.text()).includes(SECRET_NAME)], [path, true]);
  }
});

test("another user and the admin get a 404 or a list without it, and never the name", async () => {
  for (const other of others) {
    for (const { path, status } of pages()) {
      const answer = await getPage(url, path, other);
      expectEqual([other.email, path, answer.status], [other.email, path, status]);
      expectEqual([other.email, path, (await answer.text()).includes(SECRET_NAME)], [other.email, path, false]);
    }
  }
});

test("a visitor is led to the top from every address and form that carries an id", async () => {
  for (const { path } of pages()) {
    const answer = await getPage(url, path, null);
    const to = encodeURIComponent(path);
    expectEqual([path, answer.status, location(answer, url)], [path, 302, `/?e=atnf&to=${to}`]);
  }
  for (const { path, fields } of forms()) {
    const answer = await postForm(url, path, fields, null);
    const to = encodeURIComponent(path.replace(/\?.*/, ""));
    expectEqual([path, answer.status, location(answer, url)], [path, 302, `/?e=atnf&to=${to}`]);
  }
});

test("no form of another user or the admin changes, copies, uses or shows what is the owner's", async () => {
  for (const other of others) {
    for (const { path, fields } of forms()) {
      const answer = await postForm(url, path, fields, other);
      expectEqual([other.email, path, [400, 404, 405].includes(answer.status)], [other.email, path, true]);
      expectEqual([other.email, path, (await answer.text()).includes(SECRET_NAME)], [other.email, path, false]);
    }
    const list = await (await getPage(url, "/models", other)).text();
    expect(list).not.toContain("うつした");
  }
  const model = await callApi<{ name: string; status: number }>(url, token, `/models/${modelId}`);
  expectEqual([model.status, model.body.name, model.body.status], [200, SECRET_NAME, 2]);
  const analyses = await callApi<unknown[]>(url, token, "/analysis_results");
  expect(analyses.body).toHaveLength(1);
  expect((await callApi(url, null, `/share/analysis?id=${analysisId}`)).status).toBe(404);
});
