import { callApi, finishedAnalysis, newAccount, newModel, PASSWORD, racesOf } from "#test/e2e/support/account.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { getPage, location, postForm, type WebUser, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

/** What the specification says of pages and calls, sentence by sentence, where no journey passes by. */

const TODAY = "2026-11-21";

let user: WebUser;
let token: string;
let modelId: number;
let analysisId: number;
let race: { race_id: string; name: string; race_num: number };

test.beforeAll(async () => {
  const account = await newAccount(url, "shiyousho");
  token = account.token;
  user = await webUser(url, account.email, PASSWORD);
  modelId = await newModel(url, token, "しようの型");
  const found = (await racesOf(url, token, TODAY))[0];
  if (found === undefined) throw new Error("the sample has no race today");
  race = found;
  analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race.race_id });
});

/** A page's markup, without the style that it holds. */
async function html(path: string, who: WebUser | null = user): Promise<string> {
  const page = await (await getPage(url, path, who)).text();
  return page.replaceAll("<!-- -->", "").replace(/<style[\s\S]*?<\/style>/g, "");
}

/** What a page says, without its markup. */
function words(page: string): string {
  return page.replace(/<script[\s\S]*?<\/script>/g, "").replace(/<[^>]*>/g, "");
}

function expectAll(page: string, parts: readonly string[]): void {
  expect(parts.filter((part) => !page.includes(part))).toEqual([]);
}

const wordsOf = async (path: string, who: WebUser | null = user) => words(await html(path, who));

test("the frame leads to every room, and the logo home: inside to /home, outside to the top", async () => {
  const page = await html("/home");
  const places = ["/home", "/models", "/analyses", "/races", "/rankings", "/subscriptions", "/settings", "/terms"];
  expectAll(page, [...places.map((to) => `href="${to}"`), 'action="/logout"']);
  expectAll(words(page), ["自分のAI", "分析結果", "レース", "ランキング", "プラン", "プロフィール", "ログアウト", "©"]);
  expect(page).toMatch(/<a class="[^"]*logo[^"]*"[^>]*href="\/home"/);
  const outside = await html("/login", null);
  expect(outside).toMatch(/<a class="[^"]*logo[^"]*"[^>]*href="\/"/);
  expectAll(outside, ['href="/terms"']);
  expect(words(outside)).toContain("©");
});

test("the legal pages say the terms' points, at both of their addresses", async () => {
  for (const path of ["/terms", "/terms.html"]) {
    const page = await wordsOf(path, null);
    expect(page).toMatch(/1年/);
    expect(page).toMatch(/30日/);
    expect(page).toMatch(/6(か|ヶ|カ)月/);
  }
  for (const path of ["/tokusyo", "/tokusyo.html"]) expect(await wordsOf(path, null)).toContain("特定商取引法");
  expect(await wordsOf("/privacy", null)).toContain("プライバシー");
});

test("the share pages of rankings lead to the sign-up", async () => {
  for (const path of ["/share/rankings", "/share/rankings/weekly", "/share/rankings/monthly_glass2532"]) {
    const page = await html(path, null);
    expect([path, page.includes('href="/signup"')]).toEqual([path, true]);
  }
});

test("the top page asks for e-mail and terms, says why the reader is there, and leads to the tutorial", async () => {
  const page = await html("/?page=banner&position=3", null);
  expectAll(page, ['name="email"', 'name="terms"', 'href="/tutorial?page=banner&amp;position=3"']);
  expect(await wordsOf("/?e=atnf", null)).toContain("そのページを見るには、ログインが必要です。");
  expect(await wordsOf("/?e=umae", null)).toContain("ユーザー情報を読み込めませんでした。");
  const refused = await postForm(url, "/?index", { email: "" }, null);
  expect(refused.status).toBe(400);
  expect((await refused.text()).match(/必須項目です/g)).toHaveLength(2);
});

test("the log-in has both fields and the ways to reset and sign-up", async () => {
  expectAll(await html("/login", null), ['name="email"', 'name="password"', 'href="/resetPassword"', 'href="/signup"']);
});

test("a model's card offers detail, inherit and delete, and its name the renaming", async () => {
  const page = await html("/models");
  for (const dialog of ["detail", "rename", "delete"]) expect(page).toContain(`href="/models?${dialog}=${modelId}"`);
  expect(page).toMatch(new RegExp(`href="/models(\\?copy=|/copy/)${modelId}"`));
  expectAll(page, ['href="/races"', 'href="/models/create"']);
  const created = await html(`/models?created=${modelId}`);
  expectAll(created, ["AIモデルの作成が完了しました", 'href="/races', "モデル一覧"]);
});

test("the feature list shows name, day, count, plain and average features, and the note of a Nankan model", async () => {
  const page = await wordsOf(`/models?detail=${modelId}`);
  expectAll(page, ["しようの型", "2026/11/21", "4/50項目", "騎手", "枠番"]);
  expect(page).not.toContain("南関のレースだけを参照する");
  const made = await callApi<{ model_id: number }>(url, await adminToken(), "/models", {
    name: "南関の型",
    venue_type: 2,
    feature: { isAllVenue: 0, static: ["騎手"], average: {} },
  });
  expect(made.status).toBe(201);
  const admin = await webUser(url, "admin@demo.example");
  expect(await wordsOf(`/models?detail=${made.body.model_id}`, admin)).toContain("南関のレースだけを参照する");
});

async function adminToken(): Promise<string> {
  const body = new URLSearchParams({ username: "admin@demo.example", password: "keiba-demo-2026" });
  const answer = await fetch(`${url}/api/token`, { method: "POST", body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

test("the create form offers every feature, kind, condition and count by name, the basic ones fixed", async () => {
  const page = await html("/models/create");
  const names =
    "騎手 枠番 出走間隔 出走頭数 馬体重 馬体重変化 斤量 血統 コースの長さ 芝/ダートの識別 不利があったか 天気".split(
      " ",
    );
  for (const name of names) expect([name, page.includes(`value="${name}"`)]).toEqual([name, true]);
  const kinds = "prize margin rank first_corner final_corner first_to_rank first_to_final final_to_rank".split(" ");
  for (const kind of kinds) {
    for (const condition of ["all", "course_len", "venue", "race_type"]) {
      expect(page).toMatch(new RegExp(`<input[^>]*name="${kind}_customize"[^>]*value="${condition}"`));
    }
    for (const count of [-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      expect(page).toMatch(new RegExp(`<input[^>]*name="${kind}_num"[^>]*value="${count}"`));
    }
  }
  expect(page).toMatch(/<input[^>]*(checked=""[^>]*disabled=""|disabled=""[^>]*checked="")/);
  expect(words(page)).toContain("50");
  expect(page).toContain("meter-bar");
  // From 200 on the bar tells nothing.
  const wide = await html("/models/create", await webUser(url, "unlimited@demo.example"));
  expect(wide).not.toContain("meter-bar");
});

test("the analysis list shows race, course, day, model and time, and its dialog leads to the result", async () => {
  const page = await html("/analyses");
  const { body } = await callApi<{ result: { race_info: { title: string } } }>(
    url,
    token,
    `/analysis_result?analysis_result_id=${analysisId}`,
  );
  expectAll(words(page), [race.name, `${race.race_num}R`, body.result.race_info.title, "しようの型", "11/21"]);
  expectAll(page, [`href="/analyses/${analysisId}"`, 'href="/races"', `delete=${analysisId}`]);
  expect(words(await html(`/analyses?accepted=${analysisId}`))).toContain("分析が完了しました");
});

test("an analysis shows its race and a bar per horse", async () => {
  const page = await html(`/analyses/${analysisId}`);
  const { body } = await callApi<{ result: { scores: { name: string; score: number }[] } }>(
    url,
    token,
    `/analysis_result?analysis_result_id=${analysisId}`,
  );
  const { scores } = body.result;
  expectAll(words(page), [race.name, `${race.race_num}R`, ...scores.map(({ name }) => name)]);
  // The style sheet draws min(index, 3.5) of the scale.
  const best = Math.max(...scores.map(({ score }) => score));
  const bars = [...page.matchAll(/--v:(-?[\d.]+)/g)].map((match) => Number(match[1]));
  expect(bars.some((bar) => Math.abs(bar - best) < 0.01)).toBe(true);
});

test("the choice of a model names the race, has 戻る and 分析する, and wants a model", async () => {
  const path = `/races?date=${TODAY}&race=${race.race_id}`;
  const page = await html(path);
  expectAll(words(page), ["モデルの選択", race.name, `${race.race_num}R`, "戻る", "分析する", "しようの型"]);
  expect(page).toMatch(/<input[^>]*type="radio"[^>]*checked=""/);
  const refused = await postForm(url, path, { race_id: race.race_id }, user);
  expect([refused.status, (await refused.text()).includes("AIモデルを選択してください")]).toEqual([400, true]);
});

test("the race search offers the years that have races, twelve months and thirty-one days", async () => {
  const page = await html("/races/search");
  const options = (name: string) =>
    [
      ...(new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?</select>`).exec(page)?.[0] ?? "").matchAll(
        /<option[^>]*value="(\d+)"/g,
      ),
    ].map((match) => Number(match[1]));
  // All of the small sample's.
  expect(options("year")).toEqual([2026]);
  expect(options("month")).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  expect(options("day")).toEqual(Array.from({ length: 31 }, (_, at) => at + 1));
});

test("renaming and deleting what is not there fail in the specification's words", async () => {
  const say = async (path: string, fields: Record<string, string>) => {
    const answer = await postForm(url, path, fields, user);
    return [answer.status, words(await answer.text())] as const;
  };
  const cases = [
    ["/models", { intent: "rename", model_id: "999999", name: "なし" }, "AIモデルの名前を変更できませんでした"],
    ["/models", { intent: "delete", model_id: "999999" }, "AIモデルを削除できませんでした"],
    ["/analyses", { analysis_id: "999999", page: "1" }, "分析結果を削除できませんでした"],
  ] as const;
  for (const [path, fields, text] of cases) {
    const [status, said] = await say(path, fields);
    expect([text, status, said.includes(text)]).toEqual([text, 400, true]);
  }
});

test("a page of analyses that is not full leads back only, and one below the first is the first", async () => {
  const second = await html("/analyses?page=2");
  expect(second).toMatch(/href="\/analyses(\?page=1)?"/);
  expect(second).not.toContain("page=3");
  expect(await html("/analyses?page=0")).not.toContain("page=2");
  expect(location(await getPage(url, "/analyses?page=-4", user), url)).toBeNull();
});

test("a choice of the profile that does not exist is told in a neutral note with 404, another fault as an error", async () => {
  const missing = await postForm(url, "/settings", { name: "なまえ", prefectures: "99" }, user);
  const neutral = await missing.text();
  expect(missing.status).toBe(404);
  expect(neutral).not.toMatch(/class="note danger"/);
  const blank = await postForm(url, "/settings", { name: "" }, user);
  const refused = await blank.text();
  expect(blank.status).toBe(400);
  expect(words(refused)).toContain("必須項目です");
  expect(refused).toMatch(/class="note danger"/);
});
