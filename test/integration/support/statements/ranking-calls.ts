import * as home from "#app/db/home.server.ts";
import * as ledger from "#app/db/rankings/ledger.server.ts";
import * as ownRankings from "#app/db/rankings/own-rankings.server.ts";
import * as rankings from "#app/db/rankings/rankings.server.ts";
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

const ownRankingCalls: Calls<typeof ownRankings> = {
  selectOwnEntries: ({ db }) => ownRankings.selectOwnEntries(db, { ...user, buildIds: ["weekly:1"] }),
  toOwnEntryRecord: null,
};

const rankingCalls: Calls<typeof rankings> = {
  deleteBuild: ({ db }) => rankings.deleteBuild(db, { ...period, periodKey: "2026-11-14" }),
  deleteEntriesOfPeriod: async ({ db }) => {
    await rankings.deleteEntriesOfPeriod(db, { ...period, before: "weekly:0", limit: 1 });
    await rankings.deleteEntriesOfPeriod(db, { ...period, before: null, limit: 1 });
  },
  deleteEntriesOfUser: ({ db }) => rankings.deleteEntriesOfUser(db, { ...user, buildIds: ["weekly:0"] }),
  findBuild: ({ db }) => rankings.findBuild(db, period),
  listBets: ({ db }) => rankings.listBets(db, { dates: [day], ...someModels }),
  listCandidates: async ({ db }) => {
    const page = { plansAt: NOW, heldAt: NOW, limit: 1 };
    await rankings.listCandidates(db, { ...page, after: null });
    await rankings.listCandidates(db, { ...page, after: { userId: 1, createdAt: NOW, modelId: 1 } });
  },
  listEntriesOfUser: ({ db }) => rankings.listEntriesOfUser(db, user),
  readRankingState: ({ db }) => rankings.readRankingState(db, { to: day }),
  saveBuild: async ({ db }) => {
    await rankings.saveBuild(db, build, null);
    const notice = { event: "weekly", title: "title", body: "body", path: "/", day, now: NOW };
    await rankings.saveBuild(db, build, notice);
  },
  saveEntries: ({ db }) =>
    rankings.saveEntries(db, {
      ...{ buildId: "weekly:1", periodKey: day },
      rows: [{ rankingKey: "weekly", modelId: 1, userId: 1, entry: "{}" }],
    }),
  takeBuildId: ({ db }) => rankings.takeBuildId(db, period),
};

export const RANKING_CALLS = {
  "app/db/home.server.ts": {
    readHome: ({ db }) => home.readHome(db, { ...user, today: "2026-11-21", analyses: 1, buildIds: ["weekly:1"] }),
  } satisfies Calls<typeof home>,
  "app/db/rankings/ledger-races.server.ts": {},
  "app/db/rankings/ledger.server.ts": ledgerCalls,
  "app/db/rankings/own-rankings.server.ts": ownRankingCalls,
  "app/db/rankings/rankings.server.ts": rankingCalls,
};
