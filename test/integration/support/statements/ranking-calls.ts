import * as home from "#app/db/home.server.ts";
import * as crowd from "#app/db/rankings/crowd.server.ts";
import * as crowdPage from "#app/db/rankings/crowd-page.server.ts";
import * as forecastDays from "#app/db/rankings/forecast-days.server.ts";
import * as ledger from "#app/db/rankings/ledger.server.ts";
import * as ownRankings from "#app/db/rankings/own-rankings.server.ts";
import * as builds from "#app/db/rankings/ranking-builds.server.ts";
import * as rankings from "#app/db/rankings/rankings.server.ts";
import * as season from "#app/db/rankings/season.server.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const user = { userId: 1 };
const day = "2026-11-21";
const period = { cadence: "weekly" as const, periodKey: day };
const build = { id: "weekly:1", ...period, fromDay: day, toDay: day, ledgerState: "", participants: 1, builtAt: NOW };
const someModels = { fromModelId: 1, toModelId: 9 };
const settlement = { stakeYen: 200, payoutYen: 0, hits: 0 };

const ledgerCalls: Calls<typeof ledger> = {
  hasOpenLedgerJob: ({ db }) => ledger.hasOpenLedgerJob(db),
  insertLedgerJobs: ({ db }) =>
    ledger.insertLedgerJobs(db, {
      jobs: [{ id: "settle", subject: day, payload: {} }],
      days: [{ date: day, dataVersion: 1, settledVersion: null, isPaid: true }],
      now: NOW,
    }),
  listLedgerDays: ({ db }) => ledger.listLedgerDays(db, { from: day, to: day }),
  listLedgerModels: ({ db }) => ledger.listLedgerModels(db, { now: NOW, since: 0, ...someModels }),
  listModelsWithoutBets: ({ db }) =>
    ledger.listModelsWithoutBets(db, { now: NOW, days: [{ date: day, startsAt: NOW, plansCountFrom: NOW }] }),
  listSettledPicks: ({ db }) => ledger.listSettledPicks(db, { date: day, ...someModels }),
  readLedgerRaces: ({ db }) => ledger.readLedgerRaces(db, [day]),
  reopenLedgerDays: ({ db }) => ledger.reopenLedgerDays(db, [day]),
  saveSettledBets: ({ db }) =>
    ledger.saveSettledBets(db, {
      rows: [
        {
          ...{ modelId: 1, raceId: "r1", raceDataVersion: 1, picks: [1], date: day },
          bets: { win: settlement, place: settlement, quinella: settlement },
        },
      ],
      now: NOW,
    }),
};

const year = { from: "2025-11-22", to: day };

const forecastDayCalls: Calls<typeof forecastDays> = {
  listForecastVersions: ({ db }) => forecastDays.listForecastVersions(db, { dates: [day], ...someModels }),
  listLossRows: ({ db }) => forecastDays.listLossRows(db, { ...year, ...someModels }),
  readFieldDays: ({ db }) => forecastDays.readFieldDays(db, year),
  // In the batch of saveSettledBets.
  writeForecastDays: null,
};

const minutes = { date: day, after: "09:00", until: "09:30" };
const crowdForecast = { runners: [], members: 20, weightsOf: "monthly:1" };
const leaf = { hash: "crowd", body: "{}", analysisId: null, batchKey: null, raceId: "r1" };

const crowdCalls: Calls<typeof crowd> = {
  findKeptOut: ({ db }) => crowd.findKeptOut(db, { ...user, modelId: 1 }),
  listCrowdCandidates: ({ db }) => crowd.listCrowdCandidates(db, "monthly:1"),
  listDueCrowds: ({ db }) => crowd.listDueCrowds(db, minutes),
  readCrowdRace: ({ db }) => crowd.readCrowdRace(db, "r1"),
  saveCrowdForecast: async ({ db }) => {
    const fixing = { ...minutes, raceId: "r1", forecast: crowdForecast, now: NOW };
    await crowd.saveCrowdForecast(db, { ...fixing, leaf: null });
    await crowd.saveCrowdForecast(db, { ...fixing, leaf });
  },
  setKeptOut: async ({ db }) => {
    await crowd.setKeptOut(db, { ...user, modelId: 1, isKeptOut: true, now: NOW });
    await crowd.setKeptOut(db, { ...user, modelId: 1, isKeptOut: false, now: NOW });
  },
  // Reads a row that others have read.
  readCrowdRow: null,
  listCrowdForecasts: ({ db }) => crowd.listCrowdForecasts(db, year),
};

const crowdPageCalls: Calls<typeof crowdPage> = {
  readCrowdPage: async ({ db }) => {
    await crowdPage.readCrowdPage(db, { raceId: "r1", own: null });
    await crowdPage.readCrowdPage(db, { raceId: "r1", own: { ...user, since: year.from } });
  },
};

const seasonCalls: Calls<typeof season> = {
  deleteOtherSeasonEntries: ({ db }) => season.deleteOtherSeasonEntries(db, { standing: "monthly:1", limit: 1 }),
  deleteSeasonEntriesOfUser: ({ db }) => season.deleteSeasonEntriesOfUser(db, user),
  listBuilds: ({ db }) => season.listBuilds(db, { cadence: "weekly", until: day }),
  listOwnSeasonEntries: ({ db }) => season.listOwnSeasonEntries(db, { ...user, buildId: "monthly:1" }),
  listReturnPairs: ({ db }) => season.listReturnPairs(db, { cadence: "weekly", before: "weekly:0", after: "weekly:1" }),
  listSeasonModels: ({ db }) => season.listSeasonModels(db, user),
  listSketches: ({ db }) => season.listSketches(db, { ...year, modelIds: [1] }),
  saveSeasonEntries: ({ db }) => season.saveSeasonEntries(db, { buildId: "monthly:1", rows: [] }),
};

const ownRankingCalls: Calls<typeof ownRankings> = {
  selectOwnEntries: ({ db }) => ownRankings.selectOwnEntries(db, { ...user, buildIds: '["weekly:1"]' }),
  toOwnEntryRecord: null,
};

const buildCalls: Calls<typeof builds> = {
  deleteBuild: ({ db }) => builds.deleteBuild(db, { ...period, periodKey: "2026-11-14" }),
  deleteEntriesOfPeriod: async ({ db }) => {
    await builds.deleteEntriesOfPeriod(db, { ...period, before: "weekly:0", limit: 1 });
    await builds.deleteEntriesOfPeriod(db, { ...period, before: null, limit: 1 });
  },
  deleteEntriesOfUser: ({ db }) => builds.deleteEntriesOfUser(db, { ...user, buildIds: ["weekly:0"] }),
  findBuild: ({ db }) => builds.findBuild(db, period),
  listEntriesOfUser: ({ db }) => builds.listEntriesOfUser(db, user),
  saveBuild: async ({ db }) => {
    await builds.saveBuild(db, build, null);
    const notice = { event: "weekly", title: "title", body: "body", path: "/", day, now: NOW };
    await builds.saveBuild(db, build, notice);
  },
  saveEntries: ({ db }) =>
    builds.saveEntries(db, {
      ...{ buildId: "weekly:1", periodKey: day },
      rows: [{ rankingKey: "weekly", modelId: 1, userId: 1, entry: "{}" }],
    }),
  takeBuildId: ({ db }) => builds.takeBuildId(db, period),
};

const rankingCalls: Calls<typeof rankings> = {
  listBetGroups: ({ db }) => rankings.listBetGroups(db, { date: day, ...someModels }),
  listCandidates: async ({ db }) => {
    const page = { plansAt: NOW, heldAt: NOW, limit: 1 };
    await rankings.listCandidates(db, { ...page, after: null });
    await rankings.listCandidates(db, { ...page, after: { userId: 1, createdAt: NOW, modelId: 1 } });
  },
  readRankingState: ({ db }) => rankings.readRankingState(db, { to: day }),
};

export const RANKING_CALLS = {
  "app/db/home.server.ts": {
    readHome: ({ db }) =>
      home.readHome(db, { ...user, today: "2026-11-21", now: 0, analyses: 1, buildIds: ["weekly:1"] }),
  } satisfies Calls<typeof home>,
  "app/db/rankings/ledger-races.server.ts": {},
  "app/db/rankings/crowd.server.ts": crowdCalls,
  "app/db/rankings/crowd-page.server.ts": crowdPageCalls,
  "app/db/rankings/forecast-days.server.ts": forecastDayCalls,
  "app/db/rankings/season.server.ts": seasonCalls,
  "app/db/rankings/ledger.server.ts": ledgerCalls,
  "app/db/rankings/own-rankings.server.ts": ownRankingCalls,
  "app/db/rankings/ranking-builds.server.ts": buildCalls,
  "app/db/rankings/rankings.server.ts": rankingCalls,
};
