import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { readOperator } from "#app/domain/operator.ts";
import { action as changeAnalyses } from "#app/routes/_app.analyses._index.tsx";
import { action as changeModels } from "#app/routes/_app.models._index.tsx";
import { action as createModel } from "#app/routes/_app.models.create.tsx";
import { action as deleteAccount } from "#app/routes/_app.settings.delete.tsx";
import { action as changeEmail } from "#app/routes/_public.changeEmail.tsx";
import { action as logOut } from "#app/routes/_public.logout.tsx";
import { createServices } from "#app/services/create-services.server.ts";
import { mailCode } from "#app/services/mail/mail-jobs.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS } from "#test/integration/support/test-site.ts";
import { createLoadContext } from "#workers/web/load-context.ts";

const ORIGIN = "http://127.0.0.1:8788";

/**
 * Users 1 and 2 with a model and a finished analysis each; user 1 is logged in. Without script a double click submits a
 * form twice, both with the cookie from before the first response, and the browser shows the second response.
 */
async function open() {
  const { database, deps } = await openTestDeps({ passwords: CHEAP_PASSWORDS });
  await insertRace(database.db, { raceId: "r1", runnerRows: 2 });
  for (const id of [1, 2]) {
    await insertUser(database.db, { id, passwordHash: `$argon2id$${PASSWORD}` });
    await insertModel(database.db, { id, userId: id });
    await insertAnalysis(database.db, { id, userId: id, modelId: id });
  }
  const services = createServices(deps);
  const from = { clientAddress: "192.0.2.1" };
  const session = await services.auth.signIn({ email: "user1@example.com", password: PASSWORD, ...from });
  if (session.kind !== "signed-in") throw new Error("no session");

  async function send(action: (args: ActionFunctionArgs) => unknown, fields: Record<string, string>) {
    const context = createLoadContext({
      services,
      visit: { requestId: "r1", method: "POST", path: "/", userId: null },
      nonce: "",
      ...from,
      now: deps.now,
      publicUrl: ORIGIN,
      contactUrl: null,
      officialAccountUrl: null,
      operator: readOperator({}),
      siteBanner: null,
      isDevelopment: true,
    });
    const request = new Request(`${ORIGIN}/`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Cookie: `session=${session.kind === "signed-in" ? session.token : ""}` },
    });
    let answer: unknown;
    try {
      answer = await action({ request, params: {}, context: { ...context } });
    } catch (thrown) {
      answer = thrown;
    }
    if (answer instanceof Response) return `${answer.status} ${answer.headers.get("Location")}`;
    const { init } = answer as { init: ResponseInit | null };
    return String(init?.status ?? 200);
  }
  return { ...database, deps, services, send };
}

test("deleting a model twice succeeds like once; other users' and unknown ones stay refused", async () => {
  await using site = await open();
  const remove = (id: string) => site.send(changeModels, { intent: "delete", model_id: id });
  expect([await remove("1"), await remove("1")]).toEqual(["302 /models?done=deleted", "302 /models?done=deleted"]);
  expect([await remove("2"), await remove("99"), await remove("x")]).toEqual(["400", "400", "400"]);
  await site.d1.prepare("update models set deleted_at = 1 where id = 2").run();
  expect(await remove("2")).toBe("400");
});

test("deleting an analysis twice succeeds like once; ones in progress, other users' and unknown ones are refused", async () => {
  await using site = await open();
  const remove = (id: string) => site.send(changeAnalyses, { analysis_id: id, page: "2" });
  const done = "302 /analyses?page=2&done=deleted";
  expect([await remove("1"), await remove("1")]).toEqual([done, done]);
  await insertAnalysis(site.db, { id: 3, userId: 1, modelId: 1, status: 1, raceInputsVersion: 3 });
  expect([await remove("2"), await remove("3"), await remove("99")]).toEqual(["400", "400", "400"]);
  await site.d1.prepare("update analyses set deleted_at = 1 where id = 2").run();
  expect(await remove("2")).toBe("400");
});

test("confirming an address twice reports the change twice, and one mail notifies the old one", async () => {
  await using site = await open();
  await site.services.accounts.updateProfile({
    user: { id: 1, plan: 1 },
    changes: { email: "new@example.com" },
    currentPassword: PASSWORD,
    clientAddress: "192.0.2.1",
  });
  const asked = await site.d1.prepare("select id from mail_codes").first<{ id: string }>();
  const form = { uuid: await mailCode(site.deps, asked?.id ?? "") };
  const done = "303 /changeEmail?done=1";
  expect([await site.send(changeEmail, form), await site.send(changeEmail, form)]).toEqual([done, done]);
  const told = "select count(*) n from jobs where subject like 'email-changed:%'";
  expect(await site.d1.prepare(told).first("n")).toBe(1);
  expect(await site.send(changeEmail, { uuid: "no-code-of-ours" })).toBe("404");
});

test("deleting an account twice reports the deletion, and a second log-out leads to the log-in page", async () => {
  await using site = await open();
  const form = { password: PASSWORD, understood: "on" };
  const done = "303 /login?done=deleted";
  expect([await site.send(deleteAccount, form), await site.send(deleteAccount, form)]).toEqual([done, done]);

  await using other = await open();
  expect([await other.send(logOut, {}), await other.send(logOut, {})]).toEqual(["303 /login", "303 /login"]);
  // A session that merely expired does not report a deletion.
  expect(await other.send(deleteAccount, form)).toBe("302 /login?to=%2F");
});

test("a form whose model was deleted asks for confirmation before it creates another one, with a new key", async () => {
  await using site = await open();
  const form = { intent: "create", name: "もう一度", venue_type: "1", static: "騎手", form_key: "form-key-1" };
  await site.d1.prepare("update users set plan = 5 where id = 1").run();
  const first = await site.send(createModel, form);
  expect(first).toMatch(/^302 \/models\?created=\d+$/);
  const modelId = first.split("=")[1] ?? "";
  expect(await site.send(createModel, form)).toBe(first);
  await site.send(changeModels, { intent: "delete", model_id: modelId });
  expect(await site.send(createModel, form)).toBe("400");
});

test("fifty wrong codes an hour in the forms block an address, also for correct codes; correct ones do not count", async () => {
  await using site = await open();
  const wrong = await Promise.all(Array.from({ length: 50 }, () => site.send(changeEmail, { uuid: "wrong" })));
  expect(new Set(wrong)).toEqual(new Set(["404"]));
  expect(await site.send(changeEmail, { uuid: "wrong" })).toBe("429");
  site.deps.clock.now += 3600;
  expect(await site.send(changeEmail, { uuid: "wrong" })).toBe("404");
});
