import * as entries from "#app/db/own-records/record-entries.server.ts";
import * as reads from "#app/db/own-records/record-reads.server.ts";
import * as settling from "#app/db/own-records/settle-entries.server.ts";
import { measureRecord } from "#app/domain/own-records/measure-record.ts";
import { settleEntry } from "#app/domain/own-records/settle-entry.ts";
import type { Calls } from "./calls.ts";

const FILTER = { month: "2026-11", venue: "東京", sort: "new", page: 1 } as const;
const scopes = [
  { userId: 1, modelId: 1 },
  { userId: 1, modelId: null },
];

const entryCalls: Calls<typeof entries> = {
  addMissingEntries: ({ db }) => entries.addMissingEntries(db),
  // Parts of batches of others.
  deleteEntry: null,
  insertEntries: null,
  isFixedInTime: null,
  isSealedInTime: null,
  noteSealed: null,
};

const readCalls: Calls<typeof reads> = {
  readRecord: async ({ db }) => {
    for (const scope of scopes) {
      for (const result of ["win", "place", "quinella", "miss", "awaited", null] as const) {
        await reads.readRecord(db, scope, { ...FILTER, result });
      }
      await reads.readRecord(db, scope, { ...FILTER, month: null, venue: null, result: null, sort: "net" });
    }
  },
  readRecordEntries: async ({ db }) => {
    for (const scope of scopes) await reads.readRecordEntries(db, scope);
  },
  saveFigures: ({ db }) => reads.saveFigures(db, scopes[0]!, { version: "1", figures: measureRecord([]) }),
};

const settleCalls: Calls<typeof settling> = {
  listRacesToSettle: ({ db }) => settling.listRacesToSettle(db, { limit: 1 }),
  noteSettledVersion: ({ db }) => settling.noteSettledVersion(db, 1),
  readNewestVersion: ({ db }) => settling.readNewestVersion(db),
  readRacesToSettle: ({ db }) => settling.readRacesToSettle(db, ["r1"]),
  saveResults: ({ db }) => {
    const race = { race: { surface: "jump", status: "result" } as const, runners: [], payouts: [] };
    const result = settleEntry({ picks: [1], isLearntFrom: false }, race);
    return settling.saveResults(db, [{ analysisId: 1, date: "2026-11-21", dataVersion: 1, result }]);
  },
};

export const OWN_RECORD_CALLS = {
  "app/db/own-records/record-entries.server.ts": entryCalls,
  "app/db/own-records/record-reads.server.ts": readCalls,
  "app/db/own-records/settle-entries.server.ts": settleCalls,
};
