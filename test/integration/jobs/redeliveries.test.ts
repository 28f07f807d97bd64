import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobMessage } from "#app/services/jobs/job-messages.ts";
import {
  consume,
  drive,
  type FaultWorld,
  layFaultWorld,
  OTHER,
  type Site,
} from "#test/integration/support/faults/fault-world.ts";
import { readSiteState } from "#test/integration/support/faults/site-state.ts";
import { USE_CASES } from "#test/integration/support/faults/use-cases.ts";
import { findBroken } from "#test/integration/support/find-broken.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

const UNTOUCHED = ["features"] as const;
const HOUR = 3600;
const DAY = 24 * HOUR;

let world: FaultWorld;

beforeAll(async () => {
  world = await layFaultWorld();
}, LONG_MS);
afterAll(() => world[Symbol.asyncDispose]());

/** Use cases that leave messages: analyses, a day, mails, a deletion, a change of plan. */
const DEEDS = [
  USE_CASES.analyses.request,
  USE_CASES.days.confirm,
  USE_CASES.accounts.requestPasswordReset,
  USE_CASES.plans.change,
  USE_CASES.analyses.remove,
  USE_CASES.sharing.share,
] as const;

async function act(deeds: readonly number[]): Promise<Site> {
  const site = await world.open();
  site.sent.length = 0;
  for (const deed of deeds) await DEEDS[deed]?.call(site.services, world.facts, site);
  await site.services.accounts.deleteAccount({ user: OTHER, password: "kirei-na-umi-9" });
  return site;
}

/** Until a day later, when everything that waits for something has given up. */
async function end(site: Site): Promise<void> {
  await drive(site);
  for (const type of ["sweep", "hourly"] as const) await consume(site, [{ version: 1, type }]);
  await drive(site);
}

const deeds = fc.uniqueArray(fc.nat({ max: DEEDS.length - 1 }), { minLength: 1, maxLength: DEEDS.length });

test("messages that arrive up to five times, in any order and two at once end as those that arrive once", {
  tags: "full",
  timeout: LONG_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(deeds, fc.array(fc.nat({ max: 999 }), { minLength: 40, maxLength: 40 }), async (chosen, rolls) => {
      const once = await act(chosen);
      await end(once);
      const expected = await readSiteState(once);

      const site = await act(chosen);
      let roll = 0;
      const next = (most: number) => (rolls[roll++ % rolls.length] ?? 0) % most;
      const sent: JobMessage[] = site.sent.splice(0).map(({ message }) => message);
      const copies = sent.flatMap((message) =>
        Array.from({ length: 1 + next(5) }, () => ({ message, rank: next(1000) })),
      );
      const order = copies.sort((one, other) => one.rank - other.rank).map(({ message }) => message);
      for (let at = 0; at < order.length; ) {
        const together = order.slice(at, at + 1 + next(2));
        await Promise.all(together.map((message) => consume(site, [message])));
        at += together.length;
      }
      await end(site);
      expect(await readSiteState(site)).toEqual(expected);
      expect(await findBroken(site.deps, { isIdle: false, without: UNTOUCHED })).toEqual([]);
    }),
    fuzz({ quick: 1, whole: 200 }),
  );
});

/** 06:00 in Japan of the next 5th, when a month's rankings are built. */
function nextFifth(now: number): number {
  const here = new Date((now + 9 * HOUR) * 1000);
  const month = here.getUTCMonth() + (here.getUTCDate() < 5 ? 0 : 1);
  return Date.UTC(here.getUTCFullYear(), month, 5) / 1000 - 3 * HOUR;
}

/** To the next instant of that kind; back, and three weeks without a cron. */
const jump = fc.constantFrom<(now: number) => number>(
  (now) => now + DAY - ((now + 9 * HOUR) % DAY) - 1,
  (now) => now + DAY - ((now + 9 * HOUR) % DAY),
  (now) => Date.parse(`${new Date((now + 9 * HOUR) * 1000).toISOString().slice(0, 7)}-28T23:59:59+09:00`) / 1000,
  () => Date.parse("2028-02-29T12:00:00+09:00") / 1000,
  (now) => nextFifth(now),
  (now) => now + ((2 - new Date((now + 9 * HOUR) * 1000).getUTCDay() + 7) % 7) * DAY,
  (now) => now - HOUR,
  (now) => now + 21 * DAY,
);

test(
  "a clock that jumps to midnights, ends of months, 5ths, a leap day, back or three weeks on leaves a sound site",
  async () => {
    await fc.assert(
      fc.asyncProperty(deeds, fc.array(jump, { minLength: 1, maxLength: 4 }), async (chosen, jumps) => {
        const site = await act(chosen);
        for (const to of jumps) {
          site.billing.advance(Math.max(0, to(site.deps.now()) - site.deps.now()));
          site.deps.clock.now = Math.max(site.deps.clock.now - HOUR, to(site.deps.now()));
          await consume(site, [
            { version: 1, type: "sweep" },
            { version: 1, type: "hourly" },
          ]);
        }
        await end(site);
        expect(await findBroken(site.deps, { isIdle: false, without: UNTOUCHED })).toEqual([]);
      }),
      fuzz({ quick: 1, whole: 40 }),
    );
  },
  LONG_MS,
);
