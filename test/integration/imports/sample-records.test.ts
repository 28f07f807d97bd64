import { expect, test } from "vitest";
import { csv, raceRow, runnerRow } from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { concat, RACE_ID, ra, result, se, um } from "#test/unit/jv-data/records.ts";

const site = openImportSite();

const OTHER_RACE = "20260401-05-01";
const CARD = concat(ra({ made: "20261121" }), se({ horse: 1, made: "20261121" }), se({ horse: 2, made: "20261121" }));
const RESULT = concat(
  ra({ stage: "7" }),
  se({ horse: 1, stage: "7" }, ...result(1, "2315", "-000")),
  se({ horse: 2, stage: "7" }, ...result(2, "2317", "+002")),
);

async function races() {
  const rows = (await site.state()).racing.races ?? [];
  return rows.map(({ race_id, source, hidden, status }) => ({ race_id, source, hidden, status }));
}

test("records of the sample bring its races and their results, and hide nothing of it", async () => {
  const row = { race_id: OTHER_RACE };
  await site.importSet({ "races.csv": csv([raceRow(row)]), "runners.csv": csv([runnerRow(row)]) }, "sample");
  await site.deliver(CARD, { source: "sample" });
  await site.deliver(RESULT, { source: "sample" });
  expect(await races()).toEqual([
    { race_id: OTHER_RACE, source: "sample", hidden: 0, status: expect.any(String) },
    { race_id: RACE_ID, source: "sample", hidden: 0, status: "result" },
  ]);
});

test("ancestors reach the sample's races", async () => {
  await site.deliver(CARD, { source: "sample" });
  await site.deliver(um({ registered: "2023105001" }), { source: "sample" });
  expect((await site.state()).racing.runners?.map(({ sire_name }) => sire_name)).toContain("オオゾラ");
});

test("records of another source than the sample's or real races are refused", async () => {
  const { status } = await site.call("POST", "/admin/api/records?source=invented", { body: CARD });
  expect(status).toBe(400);
  expect(await races()).toEqual([]);
});

test("records of real races leave races of the sample to it", async () => {
  await site.deliver(CARD, { source: "sample" });
  const answer = await site.deliver(RESULT);
  expect(answer.kept_aside).toBe(3);
  expect(await races()).toEqual([{ race_id: RACE_ID, source: "sample", hidden: 0, status: "scheduled" }]);
});
