import { expect, test } from "vitest";
import { insertLeaf } from "#app/db/seal/seals.server.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import type { PublishedRoots } from "#app/domain/seal/heads.ts";
import { checkSealProof } from "#app/domain/seal/seal-proof.ts";
import { sealForecast } from "#app/domain/seal/sealed-body.ts";
import { readRootsText } from "#app/services/seal/published-roots.server.ts";
import { sealProofOf } from "#app/services/seal/seal-proofs.server.ts";
import { sealBeforeStart, sealDue } from "#app/services/seal/sealing.server.ts";
import { createNotificationSite } from "#test/integration/support/notification-site.ts";
import { insertRace } from "#test/integration/support/rows.ts";
import { withFault } from "#test/integration/support/workerd/faults.ts";
import { forecastAt, runVerifier } from "#test/unit/seal/sealed-days.ts";

const DAY = "2026-11-21";
const RACE = { raceId: "r1", date: DAY, startTime: "15:35" };
const minutes = (clock: string, day = DAY) => Date.parse(`${day}T${clock}:00+09:00`) / 1000;

/** A site with a race, to which leaves of analyses can be added. */
async function createSealSite() {
  const site = await createNotificationSite();
  site.deps.config.witnesses = ["https://one.example/heads", "https://two.example/heads"];
  await insertRace(site.db, { ...RACE, runnerRows: 2 });
  const { clock } = site.deps;
  return {
    ...site,
    clock,
    async add(analysisId: number) {
      const forecast = forecastAt(DAY, (clock.now - startOfJapanDay(DAY)) / 60, {
        ...{ raceId: RACE.raceId, salt: `salt ${analysisId}` },
      });
      const leaf = await sealForecast(forecast);
      await insertLeaf(site.db, { ...leaf, analysisId, batchKey: null, raceId: RACE.raceId, now: clock.now });
    },
    async roots() {
      let text = "";
      for await (const part of readRootsText(site.deps)) text += part;
      return { text, ...(JSON.parse(text) as PublishedRoots) };
    },
    places: () =>
      site.rows<{ day: string | null; position: number | null; sealed_at: number }>(
        "select day, position, sealed_at from seal_leaves order by position",
      ),
    async check(analysisId: number) {
      const proof = await sealProofOf(site.deps, { analysisId });
      if (proof.kind !== "proof") return proof.kind;
      const roots = await this.roots();
      const checked = await checkSealProof(proof.file, roots);
      const isFound = checked.kind === "broken" || checked.isLate;
      expect(runVerifier(proof.file, roots.text).isFound).toBe(isFound);
      return checked.kind === "broken" ? checked.fault : checked.isLate ? "late" : "in time";
    },
  };
}

test("leaves wait three minutes for a head, or until their race is about to start; every head is posted to both witnesses", async () => {
  await using site = await createSealSite();
  const counts = async () => (await site.roots()).days[0]?.heads.map(({ at, count }) => `${at.slice(11, 19)} ${count}`);
  site.clock.now = minutes("14:20");
  await site.add(1);
  await sealDue(site.deps);
  // The day begins with a root of its own.
  expect(await counts()).toEqual(["14:20:00 0"]);
  expect(await site.check(1)).toBe("waiting");
  site.clock.now += 120;
  await site.add(2);
  await sealDue(site.deps);
  expect(await counts()).toHaveLength(1);
  site.clock.now += 60;
  await sealDue(site.deps);
  expect(await counts()).toEqual(["14:23:00 2", "14:20:00 0"]);
  site.clock.now = minutes("15:31");
  await site.add(3);
  await sealBeforeStart(site.deps, RACE);
  expect(await counts()).toHaveLength(2);
  site.clock.now = minutes("15:34");
  await sealBeforeStart(site.deps, RACE);
  expect(await counts()).toEqual(["15:34:00 3", "14:23:00 2", "14:20:00 0"]);
  site.clock.now = minutes("15:36");
  await site.add(4);
  site.clock.now += 180;
  await sealDue(site.deps);
  expect([await site.check(1), await site.check(3), await site.check(4)]).toEqual(["in time", "in time", "late"]);
  const posts = await site.rows<{ witness: string; head: string }>(
    "select payload ->> 'witness' witness, payload ->> 'headId' head from jobs where kind = 'post-head'",
  );
  const heads = await site.rows<{ id: string }>("select id from seal_heads");
  expect(posts.map(({ witness, head }) => `${witness} ${head}`).sort()).toEqual(
    site.deps.config.witnesses.flatMap((witness) => heads.map(({ id }) => `${witness} ${id}`)).sort(),
  );
});

test("sealers at once give every leaf one place, and the chain proves each of them", async () => {
  await using site = await createSealSite();
  const { clock } = site;
  clock.now = minutes("10:00");
  // The first day, too, begins once.
  await Promise.all(Array.from({ length: 4 }, () => sealDue(site.deps)));
  expect((await site.roots()).days).toHaveLength(1);
  for (let round = 0; round < 6; round++) {
    const ids = Array.from({ length: 7 }, (_, index) => 1 + round * 7 + index);
    await Promise.all(ids.map((id) => site.add(id)));
    clock.now += 180;
    const late = site.add(100 + round);
    await Promise.all([...Array.from({ length: 5 }, () => sealDue(site.deps)), late]);
  }
  clock.now += 180;
  await sealDue(site.deps);
  const places = await site.places();
  expect(places.map(({ position }) => position)).toEqual(Array.from({ length: 48 }, (_, index) => index));
  for (const id of [1, 2, 8, 20, 41, 42, 100, 103, 105]) expect(await site.check(id)).toBe("in time");
});

test("a sealer that dies at any call leaves a chain that the next one continues", { tags: "full" }, async () => {
  await using site = await createSealSite();
  const { clock } = site;
  clock.now = minutes("10:00", "2026-11-19");
  await sealDue(site.deps);
  clock.now = minutes("09:00");
  let added = 0;
  for (let at = 1; at <= 8; at++) {
    for (const mode of ["before", "after"] as const) {
      for (let leaf = 0; leaf < 3; leaf++) await site.add(++added);
      clock.now += 180;
      await sealDue(withFault(site.deps, { at, mode, calls: 0 })).catch(() => {});
    }
  }
  clock.now += 180;
  await sealDue(site.deps);
  expect((await site.places()).map(({ position }) => position)).toEqual(Array.from({ length: added }, (_, at) => at));
  for (let id = 1; id <= added; id += 5) expect(await site.check(id)).toBe("in time");
  expect((await site.roots()).days.map(({ date, count }) => `${date} ${count}`)).toEqual([
    `${DAY} ${added}`,
    "2026-11-20 0",
    "2026-11-19 0",
  ]);
});

test("a day ends at midnight, its root is the next day's previous one, and is mailed once to those who want it", async () => {
  await using site = await createSealSite();
  await site.choose(1, "root-final");
  site.clock.now = minutes("10:00");
  await sealDue(site.deps);
  await site.add(1);
  site.clock.now += 200;
  await sealDue(site.deps);
  site.clock.now = minutes("00:00", "2026-11-22");
  await Promise.all(Array.from({ length: 4 }, () => sealDue(site.deps)));
  const { days } = await site.roots();
  expect(days.map(({ date, count, heads }) => [date, count, heads.length])).toEqual([
    ["2026-11-22", 0, 1],
    [DAY, 1, 2],
  ]);
  expect(days[0]?.previous).toBe(days[1]?.root);
  expect(days[1]?.previous).toBe("0".repeat(64));
  expect(days[0]?.root).not.toBe(days[1]?.root);
  expect(await site.check(1)).toBe("in time");
  const notifications = await site.rows<{ user_id: number; title: string; body: string }>(
    "select user_id, title, body from notifications",
  );
  expect(notifications).toEqual([
    { user_id: 1, title: "11月21日のルート", body: expect.stringContaining(days[1]!.root) },
  ]);
});
