import { expect } from "vitest";
import { issueSessionToken } from "#app/adapters/session-token.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { SATURDAY_MORNING } from "./test-deps.ts";
import { codeIn, type createTestSite, ORIGIN } from "./test-site.ts";
import { sql } from "./workerd/sql.ts";

export const PASSWORD = "kirei-na-umi-9";
export const NEW_PASSWORD = "takai-yama-10";

type Site = Awaited<ReturnType<typeof createTestSite>>;

/** Requests a mailed code by the API. @param what the call: verification_email or reset_password */
export async function requestCode(site: Site, email: string, what = "verification_email"): Promise<string> {
  expect((await site.post(`/api/${what}?email=${encodeURIComponent(email)}`)).status).toBe(200);
  return codeIn((await site.mails())[0]);
}

/** Signs up by the API with {@link PASSWORD}. */
export async function signUp(site: Site, email = "taro@example.com"): Promise<{ id: number }> {
  const uuid = await requestCode(site, email);
  const answer = await site.postJson("/api/users", { uuid, email, name: "太郎", pw: PASSWORD });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: number };
}

/** Logs in by the API. @returns the session's token */
export async function tokenOf(site: Site, email = "taro@example.com", password = PASSWORD): Promise<string> {
  const answer = await site.logIn(email, password);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Inserts a session of a user who has not logged in. @returns its token */
export async function openSession(
  d1: D1Database,
  { userId, sid = `sid-${userId}`, origin = ORIGIN }: { userId: number; sid?: string; origin?: string },
): Promise<string> {
  await sql(d1)`insert into sessions (id, user_id, created_at, expires_at)
    values (${await sha256Hex(sid)}, ${userId}, ${SATURDAY_MORNING}, 9000000000)`.run();
  const secret = "test-session-secret-0123456789";
  return issueSessionToken({ secret, origin }, { sid, userId, now: SATURDAY_MORNING });
}

/** The token as sent to the API. */
export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
/** The token as sent to pages. */
export const cookie = (token: string) => ({ headers: { Cookie: `session=${token}` } });
