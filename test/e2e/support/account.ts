import { createHash } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { makeAccount, openSession, PASSWORD } from "./site-accounts.ts";
import { makeModel, noteTrained } from "./site-models.ts";

export { PASSWORD };

interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Account {
  email: string;
  /** Bearer token of the API. */
  token: string;
}

/**
 * A unique address for this worker. Tests run in several projects, each in other workers, and after a failure a new
 * worker with a new index repeats the hooks.
 */
export function uniqueEmail(name: string): string {
  return `${name}-${test.info().workerIndex}@example.com`;
}

/** Waits for a mail to this address whose subject contains `about`. @returns the link in the newest one */
export async function mailedLink(url: string, to: string, about = ""): Promise<string> {
  // Mails are sent by jobs, which may have to wait for trainings and other tests' jobs.
  for (let tries = 0; tries < 300; tries++) {
    const mails = (await (await fetch(`${url}/dev/mail`)).json()) as Mail[];
    const mail = mails.find((candidate) => candidate.to === to && candidate.subject.includes(about));
    const link = mail?.text.match(/https?:\/\/\S+/)?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail to ${to}`);
}

/** Calls the API; the caller checks the status. */
export async function callApi<T>(
  url: string,
  token: string | null,
  pathname: string,
  body?: unknown,
): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${url}/api${pathname}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

export async function apiToken(url: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/token`, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Creates a user of the free plan. The address is made from the name, so a worker may use a name once. */
export async function newAccount(url: string, name: string): Promise<Account> {
  const email = uniqueEmail(name);
  return { email, token: await makeAccount(url, { email, name }) };
}

/** The same by the API, with the mail. */
export async function signedUpAccount(url: string, name: string): Promise<Account> {
  const email = uniqueEmail(name);
  // A separate client address, because each may request only sixty mails an hour.
  const [a, b] = new Uint8Array(createHash("sha256").update(email).digest());
  const asked = await fetch(`${url}/api/verification_email?email=${encodeURIComponent(email)}`, {
    method: "POST",
    headers: { "CF-Connecting-IP": `10.0.${a}.${b}` },
  });
  if (asked.status !== 200) throw new Error(`${email}: a mail was refused with ${asked.status}`);
  const uuid = new URL(await mailedLink(url, email)).searchParams.get("uuid");
  const made = await callApi(url, null, "/users", { uuid, email, name, pw: PASSWORD });
  if (made.status !== 201) throw new Error(`${email}: ${JSON.stringify(made)}`);
  return { email, token: await apiToken(url, email, PASSWORD) };
}

/**
 * Logs in without opening the form, which other tests cover: own accounts by a session in the database, others by sending
 * the form. Ends on `to`; for a restricted user with the restriction's dialog.
 */
export async function logIn(page: Page, url: string, email: string, password = PASSWORD, to = "/home"): Promise<void> {
  const token = password === PASSWORD ? await openSession(url, email) : null;
  if (token !== null) {
    await page.context().addCookies([{ name: "session", value: token, url, httpOnly: true, sameSite: "Lax" }]);
    await page.goto(new URL(to, url).href);
    return;
  }
  // A request of the browser context, so that the response's cookie is set in the page.
  const answer = await page.context().request.post(`${url}/login`, {
    form: { email, password, to },
    headers: { Origin: url },
    maxRedirects: 0,
  });
  if (answer.status() !== 303) throw new Error(`${email}: log-in responded with ${answer.status()}`);
  const landing = new URL(answer.headers().location ?? "", url);
  const { pathname } = new URL(to, url);
  expect([new URL(to, url).href, `${url}${pathname}?restricted=1`]).toContain(landing.href);
  await page.goto(landing.href);
}

/** In steps of 250 ms; jobs may have to wait for trainings of other tests and of the demo models. */
const READY_TRIES = 440;

export const SMALL_FEATURES = {
  static: ["騎手", "枠番"],
  average: { rank: { race_customize: ["all"], race_num: [1, 3] } },
};

/**
 * Creates a small, complete model: the worker's first with these features by the API and a training, the others like it.
 * @returns its id
 */
export async function newModel(url: string, token: string, name: string, feature: unknown = SMALL_FEATURES) {
  const likeTrained = await makeModel(url, { token, name, feature });
  if (likeTrained !== null) return likeTrained;
  const made = await callApi<{ model_id: number }>(url, token, "/models", { name, venue_type: 1, feature });
  if (made.status !== 201) throw new Error(JSON.stringify(made));
  const modelId = made.body.model_id;
  for (let tries = 0; tries < READY_TRIES; tries++) {
    const { body } = await callApi<{ status: number }>(url, token, `/models/${modelId}`);
    if (body.status === 2) {
      noteTrained(url, { feature, modelId });
      return modelId;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`model ${modelId} is not ready`);
}

interface ApiRace {
  race_id: string;
  name: string;
  race_num: number;
  venue_type: number;
  is_acquired_weight: boolean;
}

/** Races of a venue type on a day. */
export async function racesOf(url: string, token: string, date: string, venueType = 1): Promise<ApiRace[]> {
  const { body } = await callApi<ApiRace[]>(url, token, `/races?date=${date}`);
  return body.filter((race) => race.venue_type === venueType);
}

/** Id of a horse that has run in a race: the first that its result leads to. */
export async function horseOf(url: string, token: string, raceId: string | undefined): Promise<string> {
  const result = await fetch(`${url}/races/${raceId}/result`, { headers: { cookie: `session=${token}` } });
  const [, horseId] = /href="\/horses\/([^"]+)"/.exec(await result.text()) ?? [];
  if (horseId === undefined) throw new Error(`the result of ${raceId} leads to no horse`);
  return decodeURIComponent(horseId);
}

/** Requests an analysis and waits until it is complete. @returns its id */
export async function finishedAnalysis(
  url: string,
  token: string,
  asked: { model_id: number; race_id: string | undefined },
): Promise<number> {
  const made = await callApi<{ analysis_result_id: number }>(url, token, "/analyze", asked);
  if (made.status >= 400) throw new Error(JSON.stringify(made));
  const analysisId = made.body.analysis_result_id;
  for (let tries = 0; tries < READY_TRIES; tries++) {
    const { body } = await callApi<{ status: number }>(url, token, `/analysis_result?analysis_result_id=${analysisId}`);
    if (body.status === 2) return analysisId;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`analysis ${analysisId} is not ready`);
}
