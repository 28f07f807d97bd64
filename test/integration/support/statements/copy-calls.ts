import * as copiedTables from "#app/db/copies/copied-tables.server.ts";
import * as lastCopy from "#app/db/copies/last-copy.server.ts";
import * as restoredRows from "#app/db/copies/restored-rows.server.ts";
import type { CopiedTable } from "#app/domain/copies/copy-manifest.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const table: CopiedTable = {
  ...{ name: "race_aliases", key: ["alias"], lastId: null },
  columns: [
    { name: "alias", isBytes: false },
    { name: "race_id", isBytes: false },
  ],
  references: [{ column: "race_id", table: "races", to: "race_id" }],
};

const copiedTableCalls: Calls<typeof copiedTables> = {
  hasRow: ({ db }) => copiedTables.hasRow(db, "users"),
  insertRows: ({ db }) => copiedTables.insertRows(db, table, [["a", "r1"]]),
  keyOf: null,
  listNamedObjects: ({ db }) => copiedTables.listNamedObjects(db, { from: "a", to: "b", except: ["c"] }),
  raiseLastId: ({ db }) => copiedTables.raiseLastId(db, { table: "alarms", lastId: 9 }),
  readRows: ({ db }) => copiedTables.readRows(db, table, { after: ["a"], upTo: ["b"], limit: 10 }),
  readTables: ({ db }) => copiedTables.readTables(db),
};

const lastCopyCalls: Calls<typeof lastCopy> = {
  expectCopies: ({ db }) => lastCopy.expectCopies(db, { now: NOW }),
  findRestored: ({ db }) => lastCopy.findRestored(db),
  forgetRestored: ({ db }) => lastCopy.forgetRestored(db),
  noteRestored: ({ db }) => lastCopy.noteRestored(db, { startedAt: NOW }),
  readLastCopy: ({ db }) => lastCopy.readLastCopy(db),
  saveLastCopy: ({ db }) =>
    lastCopy.saveLastCopy(db, { ...{ day: "2026-11-21", at: NOW, rows: 1, bytes: 1 }, missing: 0, storeBytes: 1 }),
};

const restoredRowCalls: Calls<typeof restoredRows> = {
  forgetStoppedShares: ({ db }) => restoredRows.forgetStoppedShares(db, [1]),
  listLiving: ({ db }) => restoredRows.listLiving(db, [1]),
  listNamedByLiving: ({ db }) => restoredRows.listNamedByLiving(db, { artifacts: ["a"], deleted: [1] }),
};

export const COPY_CALLS = {
  "app/db/copies/copied-tables.server.ts": copiedTableCalls,
  "app/db/copies/last-copy.server.ts": lastCopyCalls,
  "app/db/copies/restored-rows.server.ts": restoredRowCalls,
};
