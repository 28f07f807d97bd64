import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { payouts, races } from "#app/db/schema/racing.server.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import { settleBets } from "#app/services/rankings/ledger.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";
import { enqueueDueRankings } from "#app/services/rankings/rankings-due.server.ts";
import { SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import {
  createLedgerSite,
  features,
  type LedgerSite,
  ledgerContext,
  payAll,
} from "#test/integration/support/rankings/ledger-site.ts";
import { build, countJobs, japan, readStanding } from "#test/integration/support/rankings/ranking-site.ts";

/** The weekend of the race day is due. */
const DUE = japan("2026-11-25T06:00:00");

/**
 * What follows an import: its features are built, then the jobs of the ledger and of the rankings that are due run, as
 * often as they are delivered.
 *
 * @returns the jobs that were due
 */
async function follow(site: LedgerSite, importId: number, deliveries = 1) {
  const { database, deps } = site;
  const manifest = { version: "v", importId, catalogueVersion: CATALOGUE_VERSION, venueTypes: {} };
  await database.store.put(CURRENT_MANIFEST_KEY, JSON.stringify(manifest));
  await enqueueDueSettlements(deps);
  const due = (await database.db.select().from(jobs)).filter(({ status }) => status === "queued");
  const newer = { ...features, readManifest: async () => ({ ...(await features.readManifest())!, importId }) };
  for (const { kind, payload } of due) {
    if (kind !== "settle-bets") continue;
    for (let delivery = 1; delivery <= deliveries; delivery += 1) {
      const context = ledgerContext(site);
      context.job.payload = JSON.parse(payload);
      expect(await settleBets(context, newer)).toEqual({ kind: "done" });
    }
  }
  await database.db.update(jobs).set({ status: "done" });
  await enqueueDueRankings(deps);
  for (let delivery = 1; delivery <= deliveries; delivery += 1) await build(site);
  await database.db.update(jobs).set({ status: "done" });
  return due.length;
}

/** The model's entry of the weekend: races bet, and return rates of win, place and quinella bets. */
async function readEntry(site: LedgerSite) {
  const entry = (await readStanding(site, "weekly"))?.rank.find(({ id }) => id === 1);
  return entry && [entry.total_races, entry.tan_return_rate, entry.fuku_return_rate, entry.umaren_return_rate];
}

async function correct({ database: { db } }: LedgerSite, importId: number, status: "result" | "cancelled" = "result") {
  await db.update(races).set({ dataVersion: importId, status }).where(eq(races.raceId, "r97"));
}

test("payouts emptied, corrected or cancelled after the ranking was counted are settled and counted again", async () => {
  await using site = await createLedgerSite({ models: 1 });
  const { db } = site.database;
  site.deps.clock.now = DUE;
  let importId = SYNTHETIC_IMPORT;
  expect(await follow(site, importId)).toBe(1);
  // Each horse pays 200 to win and 110 to place, each pair 1,000.
  expect(await readEntry(site)).toEqual([2, 200, 110, 1000]);

  // Emptied: the race counts no more, until it is paid again.
  importId += 1;
  await db.delete(payouts).where(eq(payouts.raceId, "r97"));
  await correct(site, importId);
  expect(await follow(site, importId, 2)).toBe(1);
  expect(await readEntry(site)).toEqual([1, 200, 110, 1000]);

  importId += 1;
  await payAll(site.database, "r97");
  await db
    .update(payouts)
    .set({ payoutYen: 500 })
    .where(and(eq(payouts.raceId, "r97"), eq(payouts.betType, "win")));
  await correct(site, importId);
  await follow(site, importId);
  // (2 × 500 + 2 × 200) / 400.
  expect(await readEntry(site)).toEqual([2, 350, 110, 1000]);

  // Cancelled, with its payouts still stored.
  importId += 1;
  await correct(site, importId, "cancelled");
  await follow(site, importId);
  expect(await readEntry(site)).toEqual([1, 200, 110, 1000]);

  // Place 不成立: its stake is returned.
  importId += 1;
  await db
    .update(payouts)
    .set({ payoutYen: 0 })
    .where(and(eq(payouts.raceId, "r97"), eq(payouts.betType, "place")));
  await correct(site, importId);
  await follow(site, importId);
  expect(await readEntry(site)).toEqual([2, 350, 110, 1000]);

  const jobsBefore = await countJobs(site);
  expect(await follow(site, importId)).toBe(0);
  expect(await countJobs(site)).toBe(jobsBefore);
});
