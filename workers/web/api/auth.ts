import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod";
import type { TooMany } from "#app/domain/too-many.ts";
import { emailField, newPasswordField, presentField } from "#app/forms/accounts/account-fields.server.ts";
import { type ApiEnv, apiError, apiRetryLater, readForm, readQuery } from "./api-env.ts";
import { addCall } from "./describe.ts";
import { refuseAccount } from "./input.ts";

const emailQuery = z.object({ email: emailField });
const uuidQuery = z.object({ uuid: z.string().min(1) });
const tokenQuery = z.object({ token: z.string().min(1) });
const credentials = z.object({ username: presentField, password: presentField });
const newPassword = z.object({ password: newPasswordField, token: z.string().min(1) });

const emailWire = z.object({ email: z.string() }).meta({ id: "Email" });
const acceptedWire = z.object({ result: z.literal("accept") }).meta({ id: "Accepted" });

/**
 * Calls without a token: sign-up, log-in, password reset. Responses are the same for registered and unknown addresses.
 */
export function authRoutes(app: OpenAPIHono<ApiEnv>): void {
  addCall(
    app,
    {
      method: "post",
      path: "/verification_email",
      summary: "Ask for the mail that leads to an account",
      description: "The answer is the same whether or not the address is registered.",
      tag: "account",
      access: "public",
      query: emailQuery,
      answers: { 200: { description: "Accepted", schema: acceptedWire } },
      refusals: [429],
    },
    async (c) => {
      const { email } = readQuery(c, emailQuery);
      const { clientAddress } = c.var;
      return acceptedMail(c, await c.var.services.accounts.requestSignUp({ email, attribution: "", clientAddress }));
    },
  );

  addCall(
    app,
    {
      method: "post",
      path: "/verification_uuid",
      summary: "The address of a mailed sign-up code",
      description: "Uses nothing up.",
      tag: "account",
      access: "public",
      triesCode: true,
      query: uuidQuery,
      answers: { 200: { description: "The address", schema: emailWire } },
      refusals: [404],
    },
    async (c) => {
      const found = await c.var.services.accounts.findSignUpEmail({ code: readQuery(c, uuidQuery).uuid });
      return found === null ? apiError(c, 404, "Not found") : c.json({ email: found.email });
    },
  );

  addCall(
    app,
    {
      method: "post",
      path: "/token",
      summary: "Log in",
      description: "username is the e-mail address. The token lives for 30 days, and ends with a new password.",
      tag: "account",
      access: "public",
      form: credentials,
      answers: {
        200: {
          description: "The token for the header Authorization: Bearer",
          schema: z.object({ access_token: z.string(), token_type: z.literal("bearer") }).meta({ id: "Token" }),
        },
      },
      refusals: [401, 429],
    },
    async (c) => {
      const { username, password } = await readForm(c, credentials);
      const { clientAddress } = c.var;
      const result = await c.var.services.auth.signIn({ email: username, password, clientAddress });
      if (result.kind === "signed-in") return c.json({ access_token: result.token, token_type: "bearer" });
      return result.reason === "wrong-credentials"
        ? apiError(c, 401, "Incorrect username or password", { "WWW-Authenticate": "Bearer" })
        : apiRetryLater(c, 429, "Too many attempts", result.retryAfterSeconds);
    },
  );

  addCall(
    app,
    {
      method: "post",
      path: "/reset_password",
      summary: "Ask for the mail that leads to a new password",
      description: "The answer is the same whether or not the address is registered.",
      tag: "account",
      access: "public",
      query: emailQuery,
      answers: { 200: { description: "Accepted", schema: acceptedWire } },
      refusals: [429],
    },
    async (c) => {
      const { email } = readQuery(c, emailQuery);
      const { clientAddress } = c.var;
      return acceptedMail(c, await c.var.services.accounts.requestPasswordReset({ email, clientAddress }));
    },
  );

  addCall(
    app,
    {
      method: "post",
      path: "/validate_token_password",
      summary: "The address of a mailed reset code",
      description: "Uses nothing up.",
      tag: "account",
      access: "public",
      triesCode: true,
      query: tokenQuery,
      answers: { 200: { description: "The address", schema: emailWire } },
      refusals: [404],
    },
    async (c) => {
      const found = await c.var.services.accounts.findResetEmail({ code: readQuery(c, tokenQuery).token });
      return found === null ? apiError(c, 404, "Not found") : c.json({ email: found.email });
    },
  );

  addCall(
    app,
    {
      method: "post",
      path: "/change_password",
      summary: "Set a new password with a mailed reset code",
      description: "Uses the code up and ends every session of the user.",
      tag: "account",
      access: "public",
      triesCode: true,
      query: newPassword,
      answers: {
        200: {
          description: "Changed",
          schema: z.object({ result: z.literal("changed") }).meta({ id: "PasswordChanged" }),
        },
      },
      refusals: [503],
    },
    async (c) => {
      const { password, token } = readQuery(c, newPassword);
      const result = await c.var.services.accounts.resetPassword({ code: token, password });
      if (result.kind === "changed") return c.json({ result: "changed" });
      return refuseAccount(c, result, {
        "invalid-code": "The token is unknown, used or expired.",
        "weak-password": "The password is too easy to guess.",
      });
    },
  );
}

function acceptedMail(c: Context<ApiEnv>, result: { kind: "accepted" } | TooMany): Response {
  return result.kind === "accepted"
    ? c.json({ result: "accept" })
    : apiRetryLater(c, 429, "Too many mails", result.retryAfterSeconds);
}
