import { expect, test } from "vitest";
import { settleBets } from "#app/services/rankings/ledger.server.ts";
import { checkLedger } from "#scripts/bench/race-day/naive-ledger.ts";
import { checkStore } from "#scripts/bench/race-day/stored-objects.ts";
import { createLedgerSite, features, ledgerContext } from "#test/integration/support/rankings/ledger-site.ts";

/** The checks of the bench's Saturday, which would hold of anything if they looked at nothing. */

test("the ledger settled naively is the ledger, and a wrong yen is found", async () => {
  await using site = await createLedgerSite({ models: 2 });
  const { d1 } = site.database;
  await settleBets(ledgerContext(site), features);
  // Per race and model: win 2, place 1, quinella 7, of which all pay.
  expect(await checkLedger(d1)).toEqual({ rows: 4, stakeYen: 4000, payoutYen: 4 * (400 + 110 + 7000), broken: [] });

  await d1.prepare("update settled_bets set place_payout_yen = 0, place_hits = 0 where model_id = 2").run();
  const { broken } = await checkLedger(d1);
  expect(broken).toHaveLength(3);
  expect(broken[0]).toBe("place bets of model 2 on r97: 100 0 0, not 100 110 1");
  await d1.prepare("update runners set status = 'excluded' where race_id = 'r97'").run();
  expect((await checkLedger(d1)).broken).toContain("win bets of model 1 on r97: 200 400 2, not 0 0 0");
});

test("objects that rows lack, and rows that objects lack, are found", async () => {
  await using site = await createLedgerSite({ models: 1 });
  const { d1, store } = site.database;
  expect(await checkStore(d1, store)).toEqual({ objects: 1, artifacts: 1, broken: [] });

  const files = JSON.stringify([{ name: "races.csv", key: "imports/1/files/a", bytes: 3 }]);
  const addImport = d1.prepare(
    "insert into imports (id, source, status, files, created_at) values (?1, 'real', ?2, ?3, 0)",
  );
  await addImport.bind(1, "queued", files).run();
  await addImport.bind(2, "done", "[]").run();
  await store.put("imports/1/files/a", "ab");
  await store.put("imports/2/chunks/0", "ab");
  await store.put("artifacts/none.json", "{}");
  await store.put(site.artifactKey, "{}");
  await store.put("shares/7.json", "{}", { customMetadata: { state: "shared" } });
  await store.put("features/segments/00", "{}");
  expect((await checkStore(d1, store)).broken).toEqual([
    "received file imports/1/files/a has not its 3 bytes",
    "imports/2/chunks/0 is left of an import that is over",
    `Error: artifact ${site.artifactKey} is altered`,
    "artifacts/none.json belongs to no model",
    "shares/7.json shows what is not shared",
    "features/segments/00 without a manifest",
  ]);
  await store.delete(site.artifactKey);
  expect((await checkStore(d1, store)).broken).toContain(`Error: artifact ${site.artifactKey} is missing`);
});
