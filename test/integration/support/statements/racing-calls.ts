import * as deliveredDays from "#app/db/racing/delivered-days.server.ts";
import * as featureSource from "#app/db/racing/feature-source.server.ts";
import * as freshness from "#app/db/racing/freshness.server.ts";
import * as horseRecords from "#app/db/racing/horse-records.server.ts";
import * as imports from "#app/db/racing/imports.server.ts";
import * as judgedRaces from "#app/db/racing/judged-races.server.ts";
import * as knownNames from "#app/db/racing/known-names.server.ts";
import * as liveWrites from "#app/db/racing/live-writes.server.ts";
import * as odds from "#app/db/racing/odds.server.ts";
import * as raceBets from "#app/db/racing/race-bets.server.ts";
import * as raceCards from "#app/db/racing/race-cards.server.ts";
import * as raceDays from "#app/db/racing/race-days.server.ts";
import * as raceIdentities from "#app/db/racing/race-identities.server.ts";
import * as raceModels from "#app/db/racing/race-models.server.ts";
import * as raceOutcomes from "#app/db/racing/race-outcomes.server.ts";
import * as raceWrites from "#app/db/racing/race-writes.server.ts";
import * as races from "#app/db/racing/races.server.ts";
import * as recordSets from "#app/db/racing/record-sets.server.ts";
import type * as runGap from "#app/db/racing/run-gap.server.ts";
import * as searchNames from "#app/db/racing/search-names.server.ts";
import * as stagedChunk from "#app/db/racing/staging/staged-chunk.server.ts";
import type * as stagedValues from "#app/db/racing/staging/staged-values.server.ts";
import type { Calls } from "./calls.ts";
import { UNDO_CALLS } from "./undo-calls.ts";

const NOW = 1_700_000_000;
const days = { date: "2026-11-21", today: "2026-11-21" };
const error = { file: "races.csv", line: 1, field: "", reason: "" };
const notices = { notices: [], noticeCount: 0 };

const deliveredDayCalls: Calls<typeof deliveredDays> = {
  bookSilenceAlert: ({ db }) =>
    deliveredDays.bookSilenceAlert(db, {
      day: days.date,
      now: NOW,
      rules: { silence: 900, before: 3600, after: 1800, repeat: 3600 },
      job: { id: "alert", kind: "send-mail", subject: "alert", now: NOW },
    }),
  findDeliveredDay: ({ db }) => deliveredDays.findDeliveredDay(db, { day: days.date }),
  noteDelivery: ({ db }) => deliveredDays.noteDelivery(db, { days: [days.date], now: NOW }),
};

const featureSourceCalls: Calls<typeof featureSource> = {
  hasNewInputs: ({ db }) => featureSource.hasNewInputs(db, { from: days.date, after: 1 }),
  isImportBeingApplied: ({ db }) => featureSource.isImportBeingApplied(db),
  isSameSource: null,
  readHistory: ({ db }) => featureSource.readHistory(db, async () => {}),
  readSourceVersion: ({ db }) => featureSource.readSourceVersion(db),
  summariseDays: ({ db }) => featureSource.summariseDays(db, { until: days.date }),
};

const importCalls: Calls<typeof imports> = {
  addImportFile: ({ db }) => imports.addImportFile(db, { importId: 9, file: { name: "a.csv", key: "a", bytes: 1 } }),
  claimValidation: ({ db }) => imports.claimValidation(db, 9),
  failAbandonedImports: ({ db }) => imports.failAbandonedImports(db, { before: 1, error, now: NOW }),
  failImport: ({ db }) => imports.failImport(db, 9, { error, now: NOW }),
  findImport: ({ db }) => imports.findImport(db, 9),
  finishValidation: ({ db }) =>
    imports.finishValidation(db, 9, { chunkCount: 1, unchanged: 0, skipped: 0, ...notices }),
  insertImport: ({ db }) => imports.insertImport(db, { source: "sample", now: NOW }),
  listOpenImports: ({ db }) => imports.listOpenImports(db, [9]),
  listUnservedImports: ({ db }) => imports.listUnservedImports(db, { kind: "ingest-import" }),
  passStep: ({ db }) =>
    imports.passStep(db, 9, {
      ...{ step: 0, added: 1, changed: 0, unchanged: 0, skipped: 0, keptAside: 0 },
      ...{ errors: [error], errorCount: 1, notices: [] },
    }),
  queueImport: ({ db }) => imports.queueImport(db, 9),
  refuseImport: ({ db }) => imports.refuseImport(db, 9, { errors: [error], errorCount: 1, ...notices, now: NOW }),
  writeValidationProgress: ({ db }) => imports.writeValidationProgress(db, 9, 0.5),
};

const knownNameCalls: Calls<typeof knownNames> = {
  listHorsesNamed: ({ db }) => knownNames.listHorsesNamed(db, { source: "real", names: ["ハチワク"] }),
  listPeople: async ({ db }) => {
    for (const role of ["jockey", "trainer"] as const) await knownNames.listPeople(db, { source: "real", role });
  },
  listRacesAt: ({ db }) => knownNames.listRacesAt(db, { source: "real", slots: [[days.date, "東京", 11]] }),
};

const recordsSlot = { raceId: "20261121-05-11", date: days.date, venue: "東京", raceNum: 11 };

const oddsCalls: Calls<typeof odds> = {
  deleteOdds: ({ db }) => odds.deleteOdds(db, [{ raceId: recordsSlot.raceId, kind: "O1", order: "0" }]),
  listOddsKeys: ({ db }) => odds.listOddsKeys(db, [recordsSlot]),
  listRacesWithManyOdds: ({ db }) =>
    odds.listRacesWithManyOdds(db, { from: days.date, before: days.today, most: 6, limit: 1 }),
  // In the batch of findAnalysis.
  selectNewestOdds: null,
  // In the batch of readRaceCard.
  selectOddsBefore: null,
  storeOdds: ({ db }) =>
    odds.storeOdds(db, { rows: [{ raceId: recordsSlot.raceId, kind: "O1", order: "0", odds: "" }], now: NOW }),
};

const raceWriteCalls: Calls<typeof raceWrites> = {
  finishStatements: null,
  finishImport: ({ db }) => raceWrites.finishImport(db, { importId: 9, notices: [], now: NOW }),
  listSampleTypesToHide: ({ db }) => raceWrites.listSampleTypesToHide(db, 9),
  setSampleHidden: ({ db }) => raceWrites.setSampleHidden(db, { venueType: 4, hidden: true }),
};

const raceIdentityCalls: Calls<typeof raceIdentities> = {
  findStoredRaces: ({ db }) =>
    raceIdentities.findStoredRaces(db, { source: "sample", keys: [["r1", days.date, "東京", 1, 2]] }),
  insertAliases: null,
  listNamedRaces: ({ db }) => raceIdentities.listNamedRaces(db, { source: "sample", raceIds: ["r1"] }),
  namedRaceId: null,
  writeAliases: ({ db }) => raceIdentities.writeAliases(db, [{ alias: "another", raceId: "r1" }]),
};

const raceCalls: Calls<typeof races> = {
  findRace: ({ db }) => races.findRace(db, { raceId: "r1" }),
  isOnDay: null,
  // In the batches of days.
  selectRacesOfDay: null,
  startsAt: null,
  toRaceRecord: null,
};

const searchNameCalls: Calls<typeof searchNames> = {
  enterNames: ({ db }) =>
    searchNames.enterNames(db, {
      pending: [{ raceId: "r1", dataVersion: 1 }],
      names: [{ kind: "horse", key: "ウマ", id: "h1", name: "ウマ" }],
    }),
  hasPendingNames: ({ db }) => searchNames.hasPendingNames(db),
  // In the batch that ends an import.
  noteNames: null,
  readPendingNames: ({ db }) => searchNames.readPendingNames(db, { limit: 1 }),
  searchByName: ({ db }) => searchNames.searchByName(db, { key: "ウ", today: days.today, lastDay: days.today }),
};

const raceDayCalls: Calls<typeof raceDays> = {
  findRaceDays: ({ db }) => raceDays.findRaceDays(db, days),
  readRaceDay: async ({ db }) => {
    const asked = { ...days, gradedDays: { from: days.date, to: days.date }, month: "2026-11", userId: 1 };
    await raceDays.readRaceDay(db, { ...asked, raceId: "r1", orNearest: true });
    await raceDays.readRaceDay(db, { ...asked, raceId: null, orNearest: false });
  },
  dayOrNearest: null,
  selectListedRunners: null,
  selectNearbyDays: null,
  selectNextVenues: null,
  selectOwnPayouts: null,
  selectOwnPicks: null,
  toDayFacts: null,
  venueTypesOfModels: null,
};

const chunkCalls: Calls<typeof stagedChunk> = {
  applyChunk: async ({ db }) => {
    for (const kind of ["races", "runners", "payouts"] as const) {
      await stagedChunk.applyChunk(db, { importId: 9, chunk: 0, staged: { kind, keys: "[]", rows: "[]" } });
    }
  },
  isJustCounted: null,
  payoutStatements: null,
  raceStatements: null,
  runnerStatements: null,
  versionUntilDone: null,
};

const valueCalls: Calls<typeof stagedValues> = {
  payoutValues: null,
  raceValues: null,
  runnerValue: null,
  runnerValues: null,
  stagedFields: null,
  stagedHash: null,
};

const BYTES = new Uint8Array([1]);
const horse = { horseId: "h1", records: BYTES, sireName: null, damSireName: null };
const slot = { raceId: "r9", date: days.date, venue: "東京", raceNum: 12 };
const asideRow = {
  ...{ id: "a", raceId: null, kind: "RA", file: null, line: null, field: "", reason: "" },
  ...{ createdAt: NOW, record: BYTES },
};
const NO_ROWS = { keys: "[]", rows: "[]" };

const horseRecordCalls: Calls<typeof horseRecords> = {
  countKnownSires: ({ db }) => horseRecords.countKnownSires(db, { venueType: 1, newest: 300 }),
  listHorseRecords: ({ db }) => horseRecords.listHorseRecords(db, ["h1"]),
  async listRacesWithOtherPedigree({ db }) {
    await horseRecords.listRacesWithOtherPedigree(db, { source: "real", horseIds: ["h1"] });
    await horseRecords.listRacesWithOtherPedigree(
      db,
      { source: "real", horseIds: ["h1"] },
      { before: days.date, limit: 10 },
    );
  },
  writeHorseRecords: ({ db }) =>
    horseRecords.writeHorseRecords(db, [
      { ...horse, version: 0 },
      { ...horse, version: 1 },
    ]),
};

const liveWriteCalls: Calls<typeof liveWrites> = {
  dropLostWrites: ({ db }) => liveWrites.dropLostWrites(db, { before: 1 }),
  openWrite: ({ db }) => liveWrites.openWrite(db, { source: "real", now: NOW }),
  dropImport: ({ db }) => liveWrites.dropImport(db, 9),
  keepAside: ({ db }) => liveWrites.keepAside(db, [asideRow]),
  writeLive: ({ db }) =>
    liveWrites.writeLive(db, {
      importId: 9,
      source: "real",
      read: { meetings: ["20261121-05-00"], horseIds: ["h1"], version: 0 },
      rows: { races: NO_ROWS, runners: NO_ROWS, payouts: NO_ROWS },
      slots: [slot],
      aliases: [{ alias: "r9 of records", raceId: "r9" }],
      deletedRaceIds: [],
      sets: [{ raceId: "20261121-05-01", records: BYTES }],
      aside: [asideRow],
      takenIds: [],
      now: NOW,
    }),
};

const recordSetCalls: Calls<typeof recordSets> = {
  listRecordsAside: ({ db }) => recordSets.listRecordsAside(db, { limit: 1 }),
  listStoredSets: ({ db }) => recordSets.listStoredSets(db, ["20261121-05-01"]),
  readRaceContext: ({ db }) => recordSets.readRaceContext(db, { source: "real", horseIds: ["h1"], slots: [slot] }),
  // In the batches of what reads a race for its pages.
  selectRecordsOfRace: null,
  readRecordSets: ({ db }) =>
    recordSets.readRecordSets(db, { raceIds: ["r1"], wholeMeetings: [], meetings: ["20261121-05-00"] }),
  versionOf: null,
};

export const RACING_CALLS = {
  "app/db/racing/delivered-days.server.ts": deliveredDayCalls,
  "app/db/racing/feature-source.server.ts": featureSourceCalls,
  "app/db/racing/freshness.server.ts": {
    // In the batches of storeOdds and finishImport.
    noteChange: null,
    noteCron: ({ db }) => freshness.noteCron(db, "sweep", { now: NOW }),
    readComingDay: ({ db }) => freshness.readComingDay(db, { from: "2026-11-21" }),
    readFreshness: ({ db }) => freshness.readFreshness(db),
    // In the batches of findAnalysis and of what reads a race for its pages.
    selectRaceChanges: null,
  } satisfies Calls<typeof freshness>,
  "app/db/racing/horse-records.server.ts": horseRecordCalls,
  "app/db/racing/imports.server.ts": importCalls,
  "app/db/racing/known-names.server.ts": knownNameCalls,
  "app/db/racing/live-writes.server.ts": liveWriteCalls,
  "app/db/racing/odds.server.ts": oddsCalls,
  "app/db/racing/race-bets.server.ts": {
    readRaceBets: ({ db }) => raceBets.readRaceBets(db, { raceId: "r1", userId: 1 }),
  } satisfies Calls<typeof raceBets>,
  "app/db/racing/race-cards.server.ts": {
    readRaceCard: ({ db }) => raceCards.readRaceCard(db, { raceId: "r1", userId: 1 }),
    readRaceNow: ({ db }) => raceCards.readRaceNow(db, { raceId: "r1" }),
    // In the batches of readRaceCard and of the race's other pages.
    selectNeighbours: null,
    selectOwnAnalyses: null,
    withScores: null,
  } satisfies Calls<typeof raceCards>,
  "app/db/racing/race-identities.server.ts": raceIdentityCalls,
  "app/db/racing/race-models.server.ts": {
    readRaceModels: ({ db }) => raceModels.readRaceModels(db, { raceId: "r1", userId: 1 }),
  } satisfies Calls<typeof raceModels>,
  "app/db/racing/judged-races.server.ts": {
    listJudgedRaces: ({ db }) => judgedRaces.listJudgedRaces(db, ["r1"]),
  } satisfies Calls<typeof judgedRaces>,
  "app/db/racing/race-outcomes.server.ts": {
    listRaceOutcomes: ({ db }) => raceOutcomes.listRaceOutcomes(db, ["r1"]),
  } satisfies Calls<typeof raceOutcomes>,
  "app/db/racing/race-writes.server.ts": raceWriteCalls,
  "app/db/racing/race-days.server.ts": raceDayCalls,
  "app/db/racing/races.server.ts": raceCalls,
  "app/db/racing/search-names.server.ts": searchNameCalls,
  "app/db/racing/record-sets.server.ts": recordSetCalls,
  "app/db/racing/run-gap.server.ts": {
    // In the statements of race cards and horses.
    gapOfRun: null,
  } satisfies Calls<typeof runGap>,
  "app/db/racing/staging/staged-chunk.server.ts": chunkCalls,
  "app/db/racing/staging/staged-values.server.ts": valueCalls,
  ...UNDO_CALLS,
};
