import { newAccount, newModel } from "#test/e2e/support/account.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { measureVitals, type Vitals } from "./vitals-phone.ts";

const { url } = saturday;

const MAXIMUM_SHIFT = 0.005;
const MINIMUM_ADOPTED = 0.99;

// Writing a trace would slow the phone down.
test.use({ trace: "off" });

let token: string;

test.beforeAll(async () => {
  ({ token } = await newAccount(url, "hayasa"));
  await newModel(url, token, "はやさ");
});

test("on a slow phone no page shifts or complains, and React takes over at least 99 % of a logged-in page", {
  tag: ["@script", "@full"],
}, async ({ browser }) => {
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
