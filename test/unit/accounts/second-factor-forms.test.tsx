import type { SubmissionResult } from "@conform-to/react";
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CodeStepForm } from "#app/components/accounts/code-step-form.tsx";
import { Passkeys } from "#app/components/accounts/passkeys.tsx";
import { SecondFactor } from "#app/components/accounts/second-factor.tsx";
import type { PasskeyRequest } from "#app/domain/accounts/passkeys.ts";
import { action as changeSecurity } from "#app/routes/_app.settings.security.tsx";
import { action as logIn } from "#app/routes/_public.login.tsx";
import { action as confirmStaff } from "#app/routes/admin.confirm.tsx";
import type { Services } from "#app/services/create-services.server.ts";
import { createTestContext } from "#test/unit/support/load-context.ts";

type Refusal = { kind: "refused"; reason: string; retryAfterSeconds?: number };

/** The answer of a page's action to a form, where the use cases refuse it for this reason. */
async function send(action: (args: ActionFunctionArgs) => unknown, fields: Record<string, string>, refusal?: Refusal) {
  const refuse = async () => refusal;
  const services = {
    auth: {
      findSessionUser: async () => ({ id: 1, plan: 1 }),
      signIn: async () => ({ kind: "second-factor", ticket: "1.2.x" }),
      confirmSignIn: refuse,
      confirmSignInByPasskey: refuse,
      beginPasskeySignIn: async () => ASKED,
    },
    secondFactor: {
      ...{ begin: refuse, confirm: refuse, renewCodes: refuse, turnOff: refuse },
      ...{ beginPasskey: refuse, addPasskey: refuse, removePasskey: refuse },
    },
    staff: {
      find: async () => ({ id: 1, name: "", isConfirmed: false }),
      ...{ confirm: refuse, confirmByPasskey: refuse },
    },
  } as unknown as Services;
  const context = createTestContext(services);
  const request = new Request("http://site.example/", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Cookie: context.sessionCookie("token").split(";")[0] ?? "" },
  });
  const answer = await action({ request, params: {}, context: { ...context } });
  const { data, init } = answer as { data: SubmissionResult<string[]>; init: ResponseInit | null };
  return { data, status: typeof init === "number" ? init : (init?.status ?? 200) };
}

const ASKED: PasskeyRequest = {
  ...{ challenge: "Y2hhbGxlbmdl", rpId: "site.example", userVerification: "preferred" },
  allowCredentials: [{ id: "a2V5", type: "public-key", transports: [] }],
};
const WRONG_CODE =
  "コードが違うか、使用済みです。アプリに出ている次のコードか、使っていない回復コードを入力してください";
const constraints = { begin: {}, confirm: {}, "renew-codes": {}, "turn-off": {} };
const count = (html: string, text: string) => html.split(text).length - 1;

test("after the password the second step has the ticket and where to go, and a wrong code keeps all of it", async () => {
  const fields = { email: "a@example.com", password: "secret", to: "/races" };
  const asked = await send(logIn, fields);
  expect(asked).toEqual({ data: { initialValue: { ticket: "1.2.x", to: "/races" }, passkey: ASKED }, status: 200 });
  const first = renderToStaticMarkup(<CodeStepForm lastResult={asked.data} constraint={{}} />);
  expect(first).toMatch(/name="ticket"[^>]*value="1\.2\.x"/);
  expect(first).toMatch(/name="to"[^>]*value="\/races"/);
  expect(first).not.toMatch(/autofocus|class="err"/i);

  const step = { ticket: "1.2.x", to: "/races", code: "123 456" };
  const refused = await send(logIn, step, { kind: "refused", reason: "wrong-code" });
  expect(refused).toMatchObject({ status: 400, data: { error: { code: [WRONG_CODE] }, initialValue: step } });
  const again = renderToStaticMarkup(<CodeStepForm lastResult={refused.data} constraint={{}} />);
  expect(again).toMatch(/name="ticket"[^>]*value="1\.2\.x"/);
  expect(again).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="code-step-code-error/);
  expect(again).toMatch(/<input[^>]*value="123 456"/);
  expect([count(again, WRONG_CODE), again.match(/autofocus/gi)?.length]).toEqual([1, 1]);
});

test("an empty code is refused at its field, too many tries say how long to wait, and a late one leads to the first step", async () => {
  const step = { ticket: "1.2.x", code: "" };
  expect((await send(logIn, step)).data).toMatchObject({ error: { code: ["必須項目です"] } });
  const many = await send(
    logIn,
    { ...step, code: "1" },
    { kind: "refused", reason: "too-many", retryAfterSeconds: 60 },
  );
  expect([many.status, many.data.error?.[""]?.[0]]).toEqual([429, expect.stringContaining("1分ほどおいて")]);
  const late = await send(logIn, { ...step, code: "1", to: "/home" }, { kind: "refused", reason: "late" });
  expect(late.data.error?.[""]?.[0]).toContain("時間が過ぎたか、パスワードが変わりました");
  expect(JSON.parse(JSON.stringify(late.data.initialValue))).toEqual({ to: "/home" });
});

test("a refusal of the security page stands once, in its own form, which keeps the code and never the password", async () => {
  const off = { do: "turn-off", currentPassword: "secret", code: "abcd" };
  const wrong = await send(changeSecurity, off, { kind: "refused", reason: "wrong-password" });
  expect(wrong).toMatchObject({ status: 400, data: { error: { currentPassword: ["パスワードが違います"] } } });
  expect(JSON.stringify(wrong.data)).not.toContain("secret");
  const html = renderToStaticMarkup(
    <SecondFactor
      factor={{ isOn: true, codesLeft: 9, setUp: null }}
      codes={null}
      constraints={constraints}
      lastResult={wrong.data}
    />,
  );
  expect([count(html, "パスワードが違います"), count(html, "abcd"), html.match(/autofocus/gi)?.length]).toEqual([
    1, 1, 1,
  ]);
  expect(html.slice(html.indexOf('id="turn-off"'))).toContain("abcd");

  const none = await send(changeSecurity, { do: "turn-off" });
  expect(Object.keys(none.data.error ?? {})).toEqual(["currentPassword", "code"]);
  for (const sent of [{}, { do: "x" }, { do: "end-sessions", session: "x", currentPassword: "x" }])
    expect((await send(changeSecurity, sent as Record<string, string>)).status).toBe(400);
});

test("the console's code is refused at its field, and where to go is kept", async () => {
  const typed = { code: "12345", to: "/admin/log" };
  expect((await send(confirmStaff, typed)).data).toMatchObject({
    error: { code: ["6桁の数字を入力してください"] },
    initialValue: typed,
  });
  const wrong = await send(confirmStaff, { ...typed, code: "１２３ 456" }, { kind: "refused", reason: "wrong-code" });
  expect(wrong.status).toBe(400);
  expect(wrong.data.error?.code?.[0]).toContain("使用済み");
});

const WRONG_PASSKEY = "パスキーを確認できませんでした。もう一度試すか、6桁のコードを使ってください";

test("a refused passkey keeps the second step, can be tried again, and shows the reason once, at its own button", async () => {
  const sent = { ticket: "1.2.x", to: "/races", way: "passkey", answer: JSON.stringify({ id: "a2V5" }) };
  const refused = await send(logIn, sent, { kind: "refused", reason: "wrong-passkey" });
  expect(refused).toMatchObject({ status: 400, data: { error: { "": [WRONG_PASSKEY] }, passkey: ASKED } });
  const html = renderToStaticMarkup(<CodeStepForm lastResult={refused.data} constraint={{}} passkey={ASKED} />);
  expect(count(html, WRONG_PASSKEY)).toBe(1);
  const [code = "", passkey = ""] = html.split("data-passkey");
  expect(code).not.toContain(WRONG_PASSKEY);
  for (const form of [code, passkey]) {
    expect(form).toMatch(/name="ticket"[^>]*value="1\.2\.x"/);
    expect(form).toMatch(/name="to"[^>]*value="\/races"/);
  }
  expect(html).toContain('<div hidden="" data-passkey=');
  expect(html).not.toContain("a2V5&quot;}");
  const late = await send(logIn, sent, { kind: "refused", reason: "late" });
  expect(JSON.parse(JSON.stringify(late.data.initialValue))).toEqual({ to: "/races", way: "passkey" });
  for (const answer of ["", "no json", "x".repeat(40_000)])
    expect((await send(logIn, { ...sent, answer }, { kind: "refused", reason: "wrong-passkey" })).status).toBe(400);

  const ofStaff = { way: "passkey", answer: "{}", to: "/admin/log" };
  const console = await send(confirmStaff, ofStaff, { kind: "refused", reason: "wrong-passkey" });
  expect(console.data).toMatchObject({ error: { "": [WRONG_PASSKEY] }, initialValue: { to: "/admin/log" } });
});

test("a new passkey needs a name; a refused one goes back to its form with the name, never with the password", async () => {
  const begin = { do: "begin-passkey", name: " ", currentPassword: "secret", code: "1" };
  expect((await send(changeSecurity, begin)).data.error).toEqual({ name: ["必須項目です"] });
  const long = await send(changeSecurity, { ...begin, name: "電".repeat(31) });
  expect(long.data.error).toEqual({ name: ["30文字以内にしてください"] });
  for (const [sent, reason] of [
    [{ ...begin, name: "電話" }, "full"],
    [{ ...begin, name: "電話" }, "not-offered"],
    [{ do: "add-passkey", name: "電話", answer: "{}" }, "no-passkey"],
  ] as const) {
    const refused = await send(changeSecurity, sent, { kind: "refused", reason });
    const [sentence = ""] = refused.data.error?.[""] ?? [];
    expect([reason, refused.status, sentence.length > 10]).toEqual([reason, 400, true]);
    const html = renderToStaticMarkup(
      <Passkeys
        passkeys={[{ credentialId: "a2V5", name: "前の電話", createdAt: 0, usedAt: null }]}
        begun={null}
        constraints={{ "begin-passkey": {}, "remove-passkey": {} }}
        lastResult={refused.data}
      />,
    );
    expect([reason, count(html, sentence), count(html, 'value="電話"'), count(html, "secret")]).toEqual([
      ...[reason, 1, 1, 0],
    ]);
  }
});
