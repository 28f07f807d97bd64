import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, codeIn, createTestSite } from "#test/integration/support/test-site.ts";

/** User 1 logged in twice, with a model and an analysis; and user 2. */
async function startSite() {
  const site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const db = openDatabase(site.env.DB);
  const passwordHash = await CHEAP_PASSWORDS.hash(PASSWORD);
  await insertUser(db, { id: 1, passwordHash });
  await insertUser(db, { id: 2, passwordHash });
  await insertRace(db, { raceId: "r1", runnerRows: 2 });
  await insertModel(db, { id: 1 });
  await insertAnalysis(db, { id: 1 });
  const tokenOf = async (email: string) =>
    ((await (await site.logIn(email, PASSWORD)).json()) as { access_token: string }).access_token;
  const [token, otherDevice, neighbour] = [
    await tokenOf("user1@example.com"),
    await tokenOf("user1@example.com"),
    await tokenOf("user2@example.com"),
  ];
  const call = async (method: string, path: string, body?: object, bearer = token) => {
    const answer = await site.fetch(`/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${bearer}` },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { ...site, call, otherDevice, neighbour };
}

const PROFILE = {
  name: "太郎",
  icon: "turf",
  profile: "東京の芝",
  sex: 1,
  birth_date: "1990-02-28",
  racing_experience: 12,
  phone_number: "090-0000-0000",
  prefectures: 13,
  fav_horse: "サンプルホース",
  fav_jockey: "騎手",
  fav_ticket_type: 4,
  race_of_memories: "東京11R",
};

test("PUT /users stores the profile by its wire names and returns the updated user", async () => {
  await using site = await startSite();
  const put = await site.call("PUT", "/users", { ...PROFILE, plan: 0, id: 2, is_demo: true });
  expect(put.status).toBe(200);
  expect(put.body).toMatchObject({ ...PROFILE, id: 1, email: "user1@example.com", plan: 1 });
  expect((await site.call("GET", "/users/me")).body).toEqual(put.body);
  expect((await site.call("PUT", "/users/", {})).body).toEqual(put.body);
  expect((await site.call("GET", "/users/me", undefined, site.neighbour)).body).toMatchObject({ name: "user 2" });
});

test("an address with odd dots signs up, logs in, gets a new password and is left for another, by one stored form", async () => {
  await using site = await startSite();
  const [email, other] = ["taro..yamada@docomo.ne.jp", ".a_b?c/d.@docomo.ne.jp"];
  const ask = async (path: string, typed: string) => {
    const answer = await site.post(`/api/${path}?${new URLSearchParams({ email: typed })}`);
    expect(answer.status).toBe(200);
    return (await site.mails())[0];
  };
  const signUp = await ask("verification_email", " Taro..Yamada@DOCOMO.ne.jp ");
  expect(signUp?.to).toBe('"taro..yamada"@docomo.ne.jp');
  const created = { uuid: codeIn(signUp), email: "TARO..YAMADA@docomo.ne.jp", name: "太郎", pw: PASSWORD };
  const made = await site.postJson("/api/users", created);
  expect([made.status, await made.json()]).toMatchObject([201, { email }]);
  // Already registered: a second sign-up is refused.
  const again = await ask("verification_email", email);
  expect(again).toMatchObject({ to: '"taro..yamada"@docomo.ne.jp', subject: expect.stringContaining("登録済み") });

  const reset = await ask("reset_password", email);
  const changed = { token: codeIn(reset), password: `${PASSWORD}-2` };
  expect((await site.post(`/api/change_password?${new URLSearchParams(changed)}`)).status).toBe(200);
  const { access_token: token } = (await (await site.logIn(email, changed.password)).json()) as {
    access_token: string;
  };
  const put = await site.call("PUT", "/users", { email: other, current_password: changed.password }, token);
  expect(put.status).toBe(200);
  const receivers = (await site.mails()).map(({ to }) => to);
  expect(receivers).toContain('".a_b?c/d."@docomo.ne.jp');
  expect(receivers.filter((to) => !to.startsWith('"'))).toEqual([]);
});

test("PUT /users keeps what is blank or missing, and a refused field stores none of the others", async () => {
  await using site = await startSite();
  await site.call("PUT", "/users", PROFILE);
  const blank = Object.fromEntries(Object.keys(PROFILE).map((name) => [name, ""]));
  expect((await site.call("PUT", "/users", { ...blank, fav_jockey: "別の騎手" })).body).toMatchObject({
    ...PROFILE,
    fav_jockey: "別の騎手",
  });
  const refused: object[] = [
    { birth_date: "1990-02-30" },
    { sex: 3 },
    { sex: "1" },
    { prefectures: 48 },
    { fav_ticket_type: 9 },
    { icon: "http://169.254.169.254/" },
    { email: "nobody" },
  ];
  for (const fields of refused) {
    const put = await site.call("PUT", "/users", { fav_horse: "消えるはず", ...fields });
    expect([fields, put.status]).toEqual([fields, 400]);
  }
  expect((await site.call("GET", "/users/me")).body).toMatchObject({ fav_horse: PROFILE.fav_horse });
});

test("PUT /users accepts thirty changes a minute of a user, also concurrently, and refuses the rest", async () => {
  await using site = await startSite();
  const puts = await Promise.all(
    Array.from({ length: 34 }, (_, i) => site.call("PUT", "/users", { name: `名前${i}` })),
  );
  const statuses = puts.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429, 429, 429, 429]);
  const neighbour = await site.call("PUT", "/users", { name: "隣" }, site.neighbour);
  expect(neighbour.status).toBe(200);
  site.advance(60);
  expect((await site.call("PUT", "/users", { name: "次の分" })).status).toBe(200);
});

test("PUT /users limits guesses of the current password, from all devices together", async () => {
  await using site = await startSite();
  const guess = () => site.call("PUT", "/users", { email: "new@example.com", current_password: "wrong-one" });
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400);
  const answer = await site.fetch("/api/users", {
    method: "PUT",
    headers: { Authorization: `Bearer ${site.otherDevice}` },
    body: JSON.stringify({ email: "new@example.com", current_password: PASSWORD }),
  });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "900"]);
});
