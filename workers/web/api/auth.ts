import type { Context, Hono } from "hono";
import * as z from "zod";
import { emailField, newPasswordField, presentField } from "#app/forms/account-fields.server.ts";
import { type ApiEnv, apiError, apiRetryLater, readForm, readQuery } from "./api-env.ts";

const emailQuery = z.object({ email: emailField });
const uuidQuery = z.object({ uuid: z.string().min(1) });
const tokenQuery = z.object({ token: z.string().min(1) });
const credentials = z.object({ username: presentField, password: presentField });
const newPassword = z.object({ password: newPasswordField, token: z.string().min(1) });

/** When the hasher's queue is full. */
const BUSY_RETRY_SECONDS = 3;

/** Getting in (spec §7 "No auth"). Answers about addresses are the same whether or not they are registered. */
export function authRoutes(app: Hono<ApiEnv>): void {
  app.post("/verification_email", async (c) => {
    const { email } = readQuery(c, emailQuery);
    const { clientAddress } = c.var;
    return acceptedMail(c, await c.var.services.accounts.requestSignUp({ email, attribution: "", clientAddress }));
  });

  app.post("/verification_uuid", async (c) => {
    const found = await c.var.services.accounts.findSignUpEmail({ code: readQuery(c, uuidQuery).uuid });
    return found === null ? apiError(c, 404, "Not found") : c.json({ email: found.email });
  });

  app.post("/token", async (c) => {
    const { username, password } = await readForm(c, credentials);
    const { clientAddress } = c.var;
    const result = await c.var.services.auth.signIn({ email: username, password, clientAddress });
    if (result.kind === "signed-in") return c.json({ access_token: result.token, token_type: "bearer" });
    return result.reason === "wrong-credentials"
      ? apiError(c, 401, "Incorrect username or password", { "WWW-Authenticate": "Bearer" })
      : apiRetryLater(c, 429, "Too many attempts", result.retryAfterSeconds);
  });

  app.post("/reset_password", async (c) => {
    const { email } = readQuery(c, emailQuery);
    const { clientAddress } = c.var;
    return acceptedMail(c, await c.var.services.accounts.requestPasswordReset({ email, clientAddress }));
  });

  app.post("/validate_token_password", async (c) => {
    const found = await c.var.services.accounts.findResetEmail({ code: readQuery(c, tokenQuery).token });
    return found === null ? apiError(c, 404, "Not found") : c.json({ email: found.email });
  });

  app.post("/change_password", async (c) => {
    const { password, token } = readQuery(c, newPassword);
    const result = await c.var.services.accounts.resetPassword({ code: token, password });
    if (result.kind === "changed") return c.json({ result: "changed" });
    switch (result.reason) {
      case "invalid-code":
        return apiError(c, 400, "The token is unknown, used or expired.");
      case "weak-password":
        return apiError(c, 400, "The password is too easy to guess.");
      case "busy":
        return apiRetryLater(c, 503, "Busy", BUSY_RETRY_SECONDS);
      default:
        return result.reason satisfies never;
    }
  });
}

function acceptedMail(
  c: Context<ApiEnv>,
  result: { kind: "accepted" } | { kind: "refused"; reason: "too-many"; retryAfterSeconds: number },
): Response {
  return result.kind === "accepted"
    ? c.json({ result: "accept" })
    : apiRetryLater(c, 429, "Too many mails", result.retryAfterSeconds);
}
