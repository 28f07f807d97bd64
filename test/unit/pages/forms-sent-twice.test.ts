import { expect, test } from "vitest";
import { action as resetPassword } from "#app/routes/_public.resetPassword.tsx";
import { action as signUp } from "#app/routes/_public.signup.tsx";
import type { Services } from "#app/services/create-services.server.ts";
import { createTestContext } from "#test/unit/support/load-context.ts";

/**
 * A double click submits a public page's form twice, and the browser shows the second response: by then the mailed code
 * is consumed, and the account has the form's password.
 */
async function sendAgain(action: typeof signUp | typeof resetPassword, fields: Record<string, string>) {
  const ended: string[] = [];
  const used = async () => ({ kind: "refused", reason: "invalid-code" });
  let tries = 0;
  const services = {
    limits: {
      consumeCodeTry: async () => ({ kind: "allowed", takenAt: ++tries }),
      returnCodeTry: async () => void tries--,
    },
    accounts: { signUp: used, resetPassword: used },
    auth: {
      signIn: async ({ email, password }: { email: string; password: string }) =>
        email === "taro@example.com" && password === "kirei-na-umi-9"
          ? { kind: "signed-in", token: "TOKEN" }
          : { kind: "refused", reason: "wrong-credentials" },
      signOut: async ({ token }: { token: string }) => void ended.push(token),
    },
  } as unknown as Services;
  const context = createTestContext(services);
  const body = new URLSearchParams({ uuid: "used", ...fields });
  const request = new Request("http://site.example/", { method: "POST", body });
  const answer = await action({ request, params: {}, context: { ...context } });
  if (answer instanceof Response) {
    return { status: answer.status, to: answer.headers.get("Location"), ended, tries };
  }
  return { status: "init" in answer ? answer.init?.status : answer.status, to: null, ended, tries };
}

const PASSWORD = { email: "taro@example.com", password: "kirei-na-umi-9" };

test("a sign-up sent twice ends in the account of the first, and anything else is an invalid link", async () => {
  const form = { ...PASSWORD, name: "太郎", terms: "on" };
  expect(await sendAgain(signUp, form)).toEqual({ status: 303, to: "/signup/welcome", ended: [], tries: 0 });
  expect(await sendAgain(signUp, { ...form, password: "another-one-9" })).toMatchObject({
    status: 404,
    to: null,
    tries: 1,
  });
  expect(await sendAgain(signUp, { ...form, email: "other@example.com" })).toMatchObject({ status: 404, to: null });
});

test("a new password sent twice leads to the log-in page, and opens no session", async () => {
  const form = { ...PASSWORD, confirmPassword: PASSWORD.password };
  expect(await sendAgain(resetPassword, form)).toEqual({
    status: 303,
    to: "/login?reset=1",
    ended: ["TOKEN"],
    tries: 0,
  });
  const other = { password: "another-one-9", confirmPassword: "another-one-9" };
  expect(await sendAgain(resetPassword, { ...form, ...other })).toMatchObject({ status: 404, to: null });
});
