import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { openSession, PASSWORD } from "./site-accounts.ts";

/** A logged-in user for requests to pages without a browser. */
export interface WebUser {
  email: string;
  /** Value of the Cookie header. */
  cookie: string;
  address?: string;
}

/** Logs in: own accounts by a session in the database, others by the form. @throws if the site refuses it */
export async function webUser(url: string, email: string, password: string = DEMO_PASSWORD): Promise<WebUser> {
  const token = password === PASSWORD ? await openSession(url, email) : null;
  if (token !== null) return { email, cookie: `session=${token}` };
  const answer = await postForm(url, "/login", { email, password }, null);
  const cookie = answer.headers.get("Set-Cookie")?.split(";", 1)[0];
  if (answer.status !== 303 || cookie === undefined)
    throw new Error(`${email}: log-in responded with ${answer.status}`);
  return { email, cookie };
}

/** Who sends a request: a session's cookie, and the address of the connection where it is not the machine's own. */
export function senderHeaders(user: WebUser | null): Record<string, string> {
  return {
    ...(user !== null && user.cookie !== "" && { Cookie: user.cookie }),
    ...(user?.address !== undefined && { "CF-Connecting-IP": user.address }),
  };
}

/** Requests a page as a user (null: a visitor), without following redirects. */
export function getPage(url: string, path: string, user: WebUser | null, init: RequestInit = {}): Promise<Response> {
  const headers = { ...senderHeaders(user), ...(init.headers as Record<string, string> | undefined) };
  return fetch(url + path, { redirect: "manual", ...init, headers });
}

/** Submits a form from the site's own page, as a browser without JavaScript does. */
export function postForm(
  url: string,
  path: string,
  fields: Record<string, string> | URLSearchParams,
  user: WebUser | null,
): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, ...senderHeaders(user) },
    body: fields instanceof URLSearchParams ? fields : new URLSearchParams(fields),
  });
}

/** Target of a redirect, as a path on the site or a full URL on another host. */
export function location(answer: Pick<Response, "headers">, url: string): string | null {
  return answer.headers.get("Location")?.replace(url, "") ?? null;
}
