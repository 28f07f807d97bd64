import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { measureVitals, openVitalsBrowser, type Vitals } from "#scripts/bench/pages/vitals-phone.ts";
import { newAccount, newModel } from "#test/e2e/support/account.ts";

const MAXIMUM_SHIFT = 0.005;
const MINIMUM_ADOPTED = 0.99;

const browser = await openVitalsBrowser();
afterAll(() => browser.close());

let token: string;

beforeAll(async () => {
  const url = inject("saturdayUrl");
  ({ token } = await newAccount(url, "hayasa"));
  await newModel(url, token, "はやさ");
});

test("on a slow phone no page shifts or complains, and React takes over at least 99 % of a logged-in page", async () => {
  const url = inject("saturdayUrl");
  const found: Vitals[] = [];
  for (const pathname of ["/", "/login", "/terms"]) found.push(await measureVitals(browser, { url, pathname }));
  for (const pathname of ["/home", "/models", "/models/create", "/races", "/analyses"]) {
    found.push(await measureVitals(browser, { url, pathname, cookie: token }));
  }
  // Times are for reading, never for asserting.
  console.table(found.map(({ complaints: _, ...row }) => row));
  for (const { page, shift, adopted, deadControls, complaints } of found) {
    expect([page, complaints, deadControls]).toEqual([page, [], 0]);
    expect(shift, page).toBeLessThanOrEqual(MAXIMUM_SHIFT);
    if (adopted !== null) expect(adopted, page).toBeGreaterThanOrEqual(MINIMUM_ADOPTED);
  }
  // The public pages need no framework, the others have it.
  expect(found.map(({ adopted }) => adopted === null)).toEqual([true, true, true, false, false, false, false, false]);
});
