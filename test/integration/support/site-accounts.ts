import { expect } from "vitest";
import { codeIn, type createTestSite } from "./test-site.ts";

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

/** The token as sent to the API. */
export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
/** The token as sent to pages. */
export const cookie = (token: string) => ({ headers: { Cookie: `session=${token}` } });
