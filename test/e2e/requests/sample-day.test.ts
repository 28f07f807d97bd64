import { startTestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { expect, test } from "#test/e2e/support/test.ts";

/** A minute of the race day each second: the first race starts at 09:50. */
const MORNING = { appNow: "2026-11-21T09:30:00+09:00", speed: "60" };

const ARRIVED = `select
  (select count(*) from races where date = '2026-11-21' and weighed_count > 0) weighed,
  (select count(*) from races where date = '2026-11-21' and status = 'result') run,
  (select count(distinct race_id) from payouts where race_id glob '20261121-*') paid,
  (select count(distinct race_id) from odds where race_id glob '20261121-*') quoted,
  (select count(*) from races where date = '2026-11-21' and source = 'sample' and not hidden) shown,
  (select count(*) from records_aside) aside`;

test("a start in the morning of a race day shows odds, weights, results and payouts as they arrive", {
  tag: "@full",
}, async () => {
  test.setTimeout(300_000);
  const site = await startTestSite({
    appNow: MORNING.appNow,
    sample: "small",
    env: { APP_SPEED: MORNING.speed, SAMPLE_DAY: "live", DEMO_MODELS: "none" },
  });
  try {
    const { DB } = openSiteBindings(site.stateDir);
    const arrived = async () => (await DB.prepare(ARRIVED).first<Record<string, number>>()) ?? {};
    const before = await arrived();
    await expect.poll(async () => (await arrived()).quoted, { timeout: 90_000 }).toBeGreaterThan(1);
    await expect.poll(async () => (await arrived()).weighed, { timeout: 90_000 }).toBeGreaterThan(2);
    await expect.poll(async () => (await arrived()).run, { timeout: 90_000 }).toBeGreaterThan(1);
    await expect.poll(async () => (await arrived()).paid, { timeout: 90_000 }).toBeGreaterThan(1);
    const after = await arrived();
    expect(after.run).toBeLessThan(after.shown ?? 0);
    // Nothing of the sample hides itself, and no record is left aside.
    expect([after.shown, after.aside]).toEqual([before.shown, 0]);
  } finally {
    await site.stop();
  }
});
