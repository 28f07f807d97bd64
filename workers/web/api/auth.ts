import type { Context } from "hono";
import * as z from "zod";
import type { TooMany } from "#app/domain/too-many.ts";
import { emailField, newPasswordField, presentField } from "#app/forms/accounts/account-fields.server.ts";
import { userAgentOf } from "#app/http/request-reading.ts";
import { type ApiEnv, apiError, BUSY, readForm, readQuery, readQueryOrForm, refuse } from "./api-env.ts";
import type { ApiCalls } from "./describe.ts";

const emailQuery = z.object({ email: emailField });
const uuidQuery = z.object({ uuid: z.string().min(1) });
const tokenQuery = z.object({ token: z.string().min(1) });
const credentials = z.object({
  username: presentField,
  password: presentField,
  otp: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .optional()
    .describe("Of accounts with a second factor: a code of the app, or a recovery code"),
});
const newPassword = z.object({ password: newPasswordField, token: z.string().min(1) });

const emailWire = z.object({ email: z.string() }).meta({ id: "Email" });
const acceptedWire = z.object({ result: z.literal("accept") }).meta({ id: "Accepted" });
const changedWire = z.object({ result: z.literal("changed") }).meta({ id: "PasswordChanged" });
const tokenWire = z.object({ access_token: z.string(), token_type: z.literal("bearer") }).meta({ id: "Token" });

const BEARER = { "WWW-Authenticate": "Bearer" };

/** Responses are the same for registered and unknown addresses. */
export const authCalls: ApiCalls = {
  "POST /verification_email": {
    summary: "Ask for the mail that leads to an account",
    description: "The answer is the same whether or not the address is registered.",
    isPublic: true,
    query: emailQuery,
    answers: { 200: { description: "Accepted", schema: acceptedWire } },
    refusals: [429],
    async handler(c) {
      const { email } = readQuery(c, emailQuery);
      const { services, clientAddress } = c.env;
      return acceptedMail(c, await services.accounts.requestSignUp({ email, attribution: "", clientAddress }));
    },
  },

  "POST /verification_uuid": {
    summary: "The address of a mailed sign-up code",
    description: "Uses nothing up.",
    isPublic: true,
    triesCode: true,
    query: uuidQuery,
    answers: { 200: { description: "The address", schema: emailWire } },
    refusals: [404],
    async handler(c) {
      const { uuid: code } = readQuery(c, uuidQuery);
      return emailOfCode(c, await c.env.services.accounts.findSignUpEmail({ code }));
    },
  },

  "POST /token": {
    summary: "Log in",
    description:
      "username is the e-mail address. The token lives for 30 days, and ends with a new password. An account with a second factor needs its code, as otp.",
    isPublic: true,
    form: credentials,
    answers: { 200: { description: "The token for the header Authorization: Bearer", schema: tokenWire } },
    refusals: [401, 429],
    async handler(c) {
      const { username, password, otp } = await readForm(c, credentials);
      const { services, clientAddress } = c.env;
      const userAgent = userAgentOf(c.req.raw);
      const result = await services.auth.signIn({ email: username, password, code: otp, clientAddress, userAgent });
      if (result.kind === "signed-in") return c.json({ access_token: result.token, token_type: "bearer" });
      if (result.kind === "second-factor")
        return apiError(c, 401, "This account has a second factor: send its code as otp", BEARER);
      return refuse(c, result, {
        "wrong-credentials": [401, "Incorrect username or password", BEARER],
        "wrong-code": [401, "Incorrect or used code", BEARER],
        "too-many": [429, "Too many attempts"],
      });
    },
  },

  "POST /reset_password": {
    summary: "Ask for the mail that leads to a new password",
    description: "The answer is the same whether or not the address is registered.",
    isPublic: true,
    query: emailQuery,
    answers: { 200: { description: "Accepted", schema: acceptedWire } },
    refusals: [429],
    async handler(c) {
      const { email } = readQuery(c, emailQuery);
      const { services, clientAddress } = c.env;
      return acceptedMail(c, await services.accounts.requestPasswordReset({ email, clientAddress }));
    },
  },

  "POST /validate_token_password": {
    summary: "The address of a mailed reset code",
    description: "Uses nothing up.",
    isPublic: true,
    triesCode: true,
    query: tokenQuery,
    answers: { 200: { description: "The address", schema: emailWire } },
    refusals: [404],
    async handler(c) {
      const { token: code } = readQuery(c, tokenQuery);
      return emailOfCode(c, await c.env.services.accounts.findResetEmail({ code }));
    },
  },

  "POST /change_password": {
    summary: "Set a new password with a mailed reset code",
    description:
      "Uses the code up and ends every session of the user. Send password and token in the body: addresses end up in logs and histories. The query is for older clients.",
    isPublic: true,
    triesCode: true,
    query: newPassword.partial(),
    form: newPassword,
    isBodyOptional: true,
    answers: { 200: { description: "Changed", schema: changedWire } },
    refusals: [503],
    async handler(c) {
      const { password, token } = await readQueryOrForm(c, newPassword);
      const result = await c.env.services.accounts.resetPassword({ code: token, password });
      if (result.kind === "changed") return c.json({ result: "changed" });
      return refuse(c, result, {
        "invalid-code": [400, "The token is unknown, used or expired."],
        "weak-password": [400, "The password is too easy to guess."],
        busy: BUSY,
      });
    },
  },
};

function acceptedMail(c: Context<ApiEnv>, result: { kind: "accepted" } | TooMany): Response {
  return result.kind === "accepted"
    ? c.json({ result: "accept" })
    : refuse(c, result, { "too-many": [429, "Too many mails"] });
}

function emailOfCode(c: Context<ApiEnv>, found: { email: string } | null): Response {
  return found === null ? apiError(c, 404, "Not found") : c.json({ email: found.email });
}
