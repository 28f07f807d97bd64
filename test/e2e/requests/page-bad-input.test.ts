import { callApi, mailedLink, newAccount, newModel, PASSWORD, uniqueEmail } from "#test/e2e/support/account.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { getPage, postForm, senderHeaders, type WebUser, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

const MARKUP = `"><script>alert(1)</script>`;
const KEPT_NAME = "だいじな名前";

/** Invalid values; each is sent in every field of every form. */
const NASTY: Record<string, string> = {
  empty: "",
  blank: "   ",
  oversized: "あ".repeat(5000),
  markup: MARKUP,
  sql: "' OR 1=1; DROP TABLE users; --",
  control: "a\u0000b\u0007\u001b[31m\u202e",
  emoji: "👨‍👩‍👧‍👦🏇".repeat(20),
  surrogate: "\ud800",
  negative: "-1",
  huge: "99999999999999999999999",
  number: "1e309",
  text: "NaN",
  path: "../../etc/passwd",
  json: '{"$ne":null}',
};

let user: WebUser;
let token: string;
let modelId: number;
let signUpCode: string;

interface Form {
  name: string;
  path: string;
  /** A form that would be refused or change nothing; each field in turn is replaced. */
  fields: Record<string, string>;
  /** Fields whose text comes back on the refused form. */
  kept?: string[];
  isPublic?: boolean;
}

/** Visitors have an address of their own: wrong codes are counted by it, and other tests send some too. */
function senderOf(form: Form): WebUser {
  return form.isPublic ? { email: "", cookie: "", address: `192.0.2.${form.name.length}` } : user;
}

function forms(): Form[] {
  return [
    // Without terms no mail goes out, whatever the address.
    {
      name: "top",
      path: "/?index",
      fields: { email: "no-address", attribution: "page=a" },
      kept: ["email"],
      isPublic: true,
    },
    // Without a password no attempt is counted.
    {
      name: "log-in",
      path: "/login",
      fields: { email: "x", password: "", to: "/models" },
      kept: ["email"],
      isPublic: true,
    },
    { name: "reset", path: "/resetPassword", fields: { email: "no-address" }, kept: ["email"], isPublic: true },
    {
      name: "reset, second step",
      path: "/resetPassword?uuid=no-such-code",
      fields: { uuid: "no-such-code", password: "atarashii-8812", confirmPassword: "other" },
      isPublic: true,
    },
    {
      name: "sign-up, second step",
      path: `/signup?uuid=${signUpCode}`,
      fields: { uuid: signUpCode, name: "なまえ", password: "short" },
      kept: ["name"],
      isPublic: true,
    },
    {
      name: "undo of a second factor",
      path: "/undoSecondFactor?uuid=no-such-code",
      fields: { uuid: "x" },
      isPublic: true,
    },
    { name: "change of e-mail", path: "/changeEmail?uuid=no-such-code", fields: { uuid: "x" }, isPublic: true },
    { name: "stop notifications", path: "/notices/stop?code=x", fields: { code: "x" }, isPublic: true },
    { name: "tutorial", path: "/tutorial", fields: { second_email: "x" }, isPublic: true },
    { name: "delete model", path: "/models", fields: { intent: "delete", model_id: "999999" } },
    {
      name: "rename model",
      path: `/models?rename=${modelId}`,
      fields: { intent: "rename", model_id: "999999", name: "一二三四五六七八九十一二三四五六" },
      kept: ["name"],
    },
    {
      name: "create model",
      path: "/models/create",
      fields: {
        name: "一二三四五六七八九十一二三四五六",
        venueType: "1",
        isAllVenue: "1",
        static: "騎手",
        average: "rank",
        rank_customize: "all",
        rank_num: "1",
        form_key: "x",
        intent: "",
      },
      kept: ["name"],
    },
    {
      name: "presets and fills of the create form",
      path: "/models/create",
      fields: { name: "なまえ", venueType: "1", preset: "", fill: "" },
    },
    { name: "copy model", path: `/models/copy/${modelId}`, fields: { name: "一二三四五六七八九十一二三四五六" } },
    { name: "edit model", path: `/models/edit/${modelId}`, fields: { name: "一二三四五六七八九十一二三四五六" } },
    { name: "delete analysis", path: "/analyses", fields: { analysis_id: "999999", page: "1" } },
    { name: "share analysis", path: "/analyses/999999", fields: { intent: "share" } },
    { name: "analyse", path: "/races?date=2026-11-21", fields: { model_id: "999999", race_id: "no-such-race" } },
    {
      name: "own mark and note",
      path: "/races/no-such-race",
      fields: { parts: "mark-note", horse_id: "x", mark: "rival", note: "x" },
    },
    { name: "own mark by script", path: "/races/no-such-race/marks", fields: { parts: "mark", mark: "rival" } },
    { name: "note on a horse", path: "/horses/no-such-horse", fields: { intent: "note", note: "x" } },
    {
      name: "settings",
      path: "/settings",
      fields: {
        name: "しけん",
        birthDate: "no date",
        sex: "x",
        favHorse: "馬",
        favJockey: "人",
        favTicketType: "99",
        raceOfMemories: "有馬",
        racingExperience: "-1",
        icon: "http://evil.example/a.png",
        phoneNumber: "0",
        prefectures: "99",
        profile: "x",
      },
    },
    { name: "notifications", path: "/settings/notices", fields: { byMail: "x", byPush: "x" } },
    { name: "own limit", path: "/settings/limits", fields: { do: "analyses", amount: "-1" }, kept: ["amount"] },
    { name: "withdrawn raise", path: "/settings/limits", fields: { do: "withdraw", limit: "x" } },
    { name: "pause", path: "/settings/limits", fields: { do: "pause", days: "1", understood: "x" } },
    {
      name: "own ticket",
      path: "/tickets",
      fields: { do: "record", race_id: "no-such-race", kind: "win", numbers: "1", yen: "100", form_key: "bad-input-1" },
    },
    { name: "amount of a ticket", path: "/tickets", fields: { do: "change", id: "999999", yen: "150" } },
    {
      name: "add device",
      path: "/settings/notices/devices",
      fields: { intent: "add", endpoint: "x", p256dh: "x", auth: "x", replaces: "x" },
    },
    { name: "remove device", path: "/settings/notices/devices", fields: { intent: "remove", id: "999999" } },
    { name: "delete account", path: "/settings/delete", fields: { password: "wrong-password-1" } },
  ];
}

/** As React writes a text into an attribute or an element. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

test.beforeAll(async () => {
  const account = await newAccount(url, "warui-nyuuryoku");
  token = account.token;
  user = await webUser(url, account.email, PASSWORD);
  modelId = await newModel(url, token, KEPT_NAME);
  const email = uniqueEmail("warui-code");
  await fetch(`${url}/api/verification_email?email=${email}`, { method: "POST" });
  signUpCode = new URL(await mailedLink(url, email)).searchParams.get("uuid") ?? "";
});

/** `expect` notes each call with its place: three for each answer took half of this file's processor time, so only faults get one. */
async function expectHarmless(what: unknown, answer: Response): Promise<string> {
  const text = await answer.text();
  const isFailed = answer.status >= 500;
  const isEchoed = text.includes(MARKUP) || text.includes("<script>alert");
  const isTelling = /SQLITE|D1_ERROR|node_modules|\.server\.ts/.test(text);
  const fine = { what, isFailed: false, isEchoed: false, isTelling: false };
  if (isFailed || isEchoed || isTelling) expect({ what, isFailed, isEchoed, isTelling }).toEqual(fine);
  return text;
}

test("every field of every form takes missing, oversized, wrong, HTML, SQL, control and emoji input without an error", {
  tag: "@full",
}, async () => {
  let sent = 0;
  for (const form of forms()) {
    for (const field of Object.keys(form.fields)) {
      const { [field]: _, ...without } = form.fields;
      await expectHarmless([form.name, field, "missing"], await postForm(url, form.path, without, senderOf(form)));
      for (const [kind, value] of Object.entries(NASTY)) {
        // A password that is one would count as an attempt, and the log-in answers only ten of them.
        if (form.name === "log-in" && field === "password" && value.trim() !== "") continue;
        if (form.name === "delete account" && field === "password" && !["empty", "markup", "oversized"].includes(kind))
          continue;
        const answer = await postForm(url, form.path, { ...form.fields, [field]: value }, senderOf(form));
        await expectHarmless([form.name, field, kind], answer);
        sent += 1;
      }
    }
    await expectHarmless([form.name, "nothing"], await postForm(url, form.path, {}, senderOf(form)));
  }
  console.log(`bad input: ${sent} forms sent`);
  // Only the valid name was stored, and no session ended.
  const model = await callApi<{ name: string }>(url, token, `/models/${modelId}`);
  expect(model.status).toBe(200);
  expect([KEPT_NAME, ...Object.values(NASTY)]).toContain(model.body.name);
  expect((await callApi<unknown[]>(url, token, "/models")).body).toHaveLength(1);
  expect((await callApi<unknown[]>(url, token, "/analysis_results")).body).toEqual([]);
});

test("fields that the forms' library keeps for itself are no error, and names that objects have are no fields", async () => {
  const forged: Record<string, string>[] = [
    { __intent__: "{" },
    { __intent__: '{"type":"insert","payload":{"name":"name"}}' },
    { __state__: "x" },
    { __proto__x: "1", "__proto__.polluted": "1", "constructor.prototype.polluted": "1" },
    { "name[0].x": "1", "name[99999999]": "1", "a.b[c": "1", "[]": "1" },
  ];
  for (const form of forms()) {
    for (const fields of forged) {
      const answer = await postForm(url, form.path, { ...form.fields, ...fields }, senderOf(form));
      await expectHarmless([form.name, fields], answer);
    }
  }
});

test("a field that is sent twice, or as a file, is no error", { tag: "@full" }, async () => {
  for (const form of forms()) {
    const who = senderOf(form);
    for (const field of Object.keys(form.fields)) {
      const twice = new URLSearchParams(form.fields);
      twice.append(field, MARKUP);
      await expectHarmless([form.name, field, "twice"], await postForm(url, form.path, twice, who));
      const upload = new FormData();
      for (const [name, value] of Object.entries(form.fields)) if (name !== field) upload.set(name, value);
      upload.set(field, new File([MARKUP], "a.txt"));
      const answer = await fetch(url + form.path, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: url, ...senderHeaders(who) },
        body: upload,
      });
      await expectHarmless([form.name, field, "file"], answer);
    }
  }
});

test("a refused form keeps what was typed, escaped, and never a password", async () => {
  for (const form of forms()) {
    for (const field of form.kept ?? []) {
      const typed = `${MARKUP}' & 入力した文`;
      const answer = await postForm(url, form.path, { ...form.fields, [field]: typed }, senderOf(form));
      expect([form.name, field, answer.status]).toEqual([form.name, field, 400]);
      const text = await expectHarmless([form.name, field], answer);
      expect([form.name, field, text.includes(escaped(typed))]).toEqual([form.name, field, true]);
    }
  }
  const secret = "himitsu-no-ji-77";
  for (const fields of [
    { email: "x", password: secret },
    { email: secret, password: "" },
  ]) {
    const text = await (await postForm(url, "/login", { ...fields, to: "" }, null)).text();
    expect(text.includes(secret)).toBe(fields.email === secret);
  }
});

test("ids in addresses: negative, huge, fractional, text and markup are 404 or ignored, never an error", {
  tag: "@full",
}, async () => {
  const ids = [
    "-1",
    "0",
    "1.5",
    "01",
    "99999999999999999999",
    "9007199254740993",
    "abc",
    "%00",
    "%27%20OR%201=1",
    "%F0%9F%8F%87",
    encodeURIComponent(MARKUP),
    "..%2f..%2fhome",
  ];
  for (const id of ids) {
    for (const path of [
      `/models/${id}`,
      `/models/edit/${id}`,
      `/models/copy/${id}`,
      `/models/${id}/suggestions`,
      `/analyses/${id}`,
      `/horses/${id}`,
    ]) {
      const answer = await getPage(url, path, user);
      await expectHarmless(path, answer);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    for (const path of [
      `/models?delete=${id}`,
      `/models?rename=${id}`,
      `/models?detail=${id}`,
      `/models?created=${id}`,
      `/models/create?venue_type=${id}`,
      `/analyses?page=${id}`,
      `/analyses?delete=${id}`,
      `/analyses?accepted=${id}`,
      `/races?date=${id}`,
      `/races?race=${id}`,
      `/races/search?year=${id}&month=${id}&day=${id}`,
    ]) {
      const answer = await getPage(url, path, user);
      const text = await expectHarmless(path, answer);
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, text.includes("<dialog") && !path.startsWith("/models/create")]).toEqual([path, false]);
    }
    for (const path of [`/?page=${id}&position=${id}`, `/?e=${id}`, `/login?to=${id}`]) {
      await expectHarmless(path, await getPage(url, path, null));
    }
    for (const path of [
      `/signup?uuid=${id}`,
      `/resetPassword?uuid=${id}`,
      `/changeEmail?uuid=${id}`,
      `/undoSecondFactor?uuid=${id}`,
    ]) {
      const answer = await getPage(url, path, null);
      await expectHarmless(path, answer);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  }
});

test("bodies that are no form, and larger ones than any form, are refused", async () => {
  for (const form of forms()) {
    const headers = { Origin: url, ...(form.isPublic ? {} : { Cookie: user.cookie }) };
    const send = (type: string, body: string) =>
      fetch(url + form.path, {
        method: "POST",
        redirect: "manual",
        headers: { ...headers, "Content-Type": type },
        body,
      });
    expect([form.name, (await send("application/json", "{}")).status]).toEqual([form.name, 400]);
    expect([form.name, (await send("multipart/form-data; boundary=x", "x")).status]).toEqual([form.name, 400]);
    // A month's file of tickets is larger than 64 KB.
    const size = form.path.startsWith("/tickets") ? 2 ** 20 : 2 ** 16;
    const large = await send("application/x-www-form-urlencoded", `name=${"a".repeat(size)}`);
    expect([form.name, large.status]).toEqual([form.name, 413]);
  }
});
