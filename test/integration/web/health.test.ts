import { expect, test } from "vitest";
import { createTestSite } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

test("reports the build, the data version and the ages of stored data, null before the first data", async () => {
  await using site = await createTestSite();
  const answer = await site.fetch("/healthz");
  expect(answer.status).toBe(200);
  const ages = { odds_age_s: null, weights_age_s: null, results_age_s: null, delivery_age_s: null };
  const crons = { sweep_age_s: null, hourly_age_s: null };
  expect(await answer.json()).toEqual({ build: expect.any(String), data_version: null, ...ages, ...crons });
});

test("reports 503 after ten minutes without a sweep, except for the part that a deployment checks", async () => {
  await using site = await createTestSite();
  const now = Math.floor(Date.now() / 1000);
  const statuses = async (sweepAge: number) => {
    await sql(site.d1)`insert or replace into app_state
      values ('ran-at:sweep', ${String(now - sweepAge)}), ('ran-at:hourly', ${String(now - 4000)})`.run();
    const answers = [await site.fetch("/healthz"), await site.fetch("/healthz?part=web")];
    expect(await answers[0]!.json()).toMatchObject({ sweep_age_s: sweepAge, hourly_age_s: 4000 });
    return answers.map(({ status }) => status);
  };
  expect(await statuses(600)).toEqual([200, 200]);
  expect(await statuses(601)).toEqual([503, 200]);
});
