import * as analyses from "#app/db/analyses/analyses.server.ts";
import * as dayReads from "#app/db/analyses/analysis-day-reads.server.ts";
import * as days from "#app/db/analyses/analysis-days.server.ts";
import * as requests from "#app/db/analyses/analysis-requests.server.ts";
import * as tombstones from "#app/db/analyses/analysis-tombstones.server.ts";
import * as dayIndices from "#app/db/analyses/day-indices.server.ts";
import type * as newAnalyses from "#app/db/analyses/new-analyses.server.ts";
import * as returnedUses from "#app/db/analyses/returned-uses.server.ts";
import * as scoring from "#app/db/analyses/scoring.server.ts";
import * as sharing from "#app/db/analyses/sharing.server.ts";
import * as whatIf from "#app/db/analyses/what-if.server.ts";
import { packInputs } from "#app/domain/scoring/scored-inputs.ts";
import type { Calls } from "./calls.ts";

const RACE = {
  ...{ date: "2026-11-21", venue: "東京", startTime: null, surface: null, distanceM: null },
  ...{ weather: null, going: null },
};
const NOW = 1_700_000_000;
const user = { userId: 1 };
const own = { ...user, analysisId: 1 };
const page = { ...user, offset: 0, limit: 1 };

const analysisCalls: Calls<typeof analyses> = {
  confirmAnalysis: async ({ db }) => {
    await analyses.confirmAnalysis(db, { ...own, now: NOW });
    await analyses.confirmAnalysis(db, { ...user, analysisId: undefined, now: NOW });
  },
  findAnalysis: ({ db }) => analyses.findAnalysis(db, own),
  isRemovedAnalysis: ({ db }) => analyses.isRemovedAnalysis(db, own),
  listAnalyses: async ({ db }) => {
    await analyses.listAnalyses(db, { ...page, withScores: false });
    await analyses.listAnalyses(db, { ...page, withScores: true });
  },
  parseRaceInfo: null,
  parseScores: null,
  raceInfoOf: null,
  selectNewestAnalyses: ({ db }) => analyses.selectNewestAnalyses(db, { ...user, limit: 1 }),
  toAnalysisRecord: null,
};

const ofDay = { ...user, date: "2026-11-21", today: "2026-11-21" };

const dayCalls: Calls<typeof days> = {
  failAnalysisDay: ({ db }) => days.failAnalysisDay(db, { dayId: 1, today: ofDay.today, now: NOW }),
  findNextOfDay: ({ db }) => days.findNextOfDay(db, { dayId: 1, today: ofDay.today }),
  insertAnalysisDay: async ({ db }) => {
    const booking = { now: NOW, day: ofDay.today, month: "2026-11", underFreeLimits: true };
    const asked = { ...user, modelId: 1, date: ofDay.date, raceIds: ["r1"], booking };
    const job = { id: "day", kind: "score-day" } as const;
    await days.insertAnalysisDay(db, {
      ...{ ...asked, job, formKey: "day form" },
      limits: { perDay: 1, perMonth: 1, perLifetime: 1 },
    });
    await days.insertAnalysisDay(db, {
      ...{ ...asked, job: { ...job, id: "day 2" }, formKey: "day form 2" },
      limits: { perDay: null, perMonth: null, perLifetime: null },
    });
  },
  listDueDays: ({ db }) => days.listDueDays(db, { today: ofDay.today, limit: 1 }),
  startPause: ({ db }) => days.startPause(db, { userId: 9, endsAt: NOW, now: NOW }),
  stopAnalysisDays: ({ db }) => days.stopAnalysisDays(db, { ...user, date: ofDay.date, modelId: 1, now: NOW }),
};

const dayReadCalls: Calls<typeof dayReads> = {
  readDayBoard: async ({ db }) => {
    await dayReads.readDayBoard(db, { ...ofDay, modelId: 1 });
    await dayReads.readDayBoard(db, { ...ofDay, modelId: null });
  },
  readDayFacts: ({ db }) => dayReads.readDayFacts(db, { ...ofDay, formKey: "day form", now: 1 }),
};

const requestCalls: Calls<typeof requests> = {
  insertAnalysis: async ({ db }) => {
    const booking = { now: NOW, day: "2026-11-21", month: "2026-11", underFreeLimits: true };
    const asked = { ...user, modelId: 1, raceId: "r1", booking };
    const limits = { perDay: 1, atOnce: 1, perMonth: 1, perLifetime: 1 };
    await requests.insertAnalysis(db, { ...asked, jobId: "score", limits });
    const noLimits = { perDay: null, atOnce: 1, perMonth: null, perLifetime: null };
    await requests.insertAnalysis(db, { ...asked, jobId: "score 2", limits: noLimits });
  },
  readRequestFacts: ({ db }) => requests.readRequestFacts(db, { ...user, raceId: "r1" }),
};

const tombstoneCalls: Calls<typeof tombstones> = {
  listTombstones: ({ db }) => tombstones.listTombstones(db, page),
  removeAnalysis: async ({ db }) => {
    await tombstones.removeAnalysis(db, { ...own, analysisId: 9, mayBeShared: true, now: NOW });
    await tombstones.removeAnalysis(db, { ...own, analysisId: 9, mayBeShared: false, now: NOW });
  },
};

const scoringCalls: Calls<typeof scoring> = {
  completeScoring: ({ db }) =>
    scoring.completeScoring(db, {
      ...{ analysisId: 1, scores: [], details: { why: [], quinella: [] }, isLearntFrom: false, now: NOW },
      ...{ raceInputsVersion: 1, inputs: packInputs(RACE, []), leaf: { hash: "h", body: "{}", raceId: "r1" } },
    }),
  failScoring: ({ db }) => scoring.failScoring(db, { analysisId: 1, now: NOW }),
  findScoring: ({ db }) => scoring.findScoring(db, 1),
};

const sharingCalls: Calls<typeof sharing> = {
  findOwnShare: ({ db }) => sharing.findOwnShare(db, own),
  findSharedOutcome: ({ db }) => sharing.findSharedOutcome(db, 1),
  forgetSharesOfDeleted: ({ db }) => sharing.forgetSharesOfDeleted(db, [1]),
  listSharedOfHidden: ({ db }) => sharing.listSharedOfHidden(db, { limit: 1 }),
  forgetSharesOfHidden: ({ db }) => sharing.forgetSharesOfHidden(db, [1]),
  listSharedOfDeleted: ({ db }) => sharing.listSharedOfDeleted(db, { limit: 1 }),
  listSharedOfImport: ({ db }) => sharing.listSharedOfImport(db, { importId: 1, after: 0, limit: 1 }),
  listSharedOfUser: ({ db }) => sharing.listSharedOfUser(db, { ...user, limit: 1 }),
  markShared: ({ db }) => sharing.markShared(db, { ...own, now: NOW }),
  markUnshared: ({ db }) => sharing.markUnshared(db, own),
};

export const ANALYSIS_CALLS = {
  "app/db/analyses/analyses.server.ts": analysisCalls,
  "app/db/analyses/analysis-day-reads.server.ts": dayReadCalls,
  "app/db/analyses/analysis-days.server.ts": dayCalls,
  "app/db/analyses/day-indices.server.ts": {
    listDayIndices: ({ db }) => dayIndices.listDayIndices(db, { userId: 1, date: ofDay.date }),
  } satisfies Calls<typeof dayIndices>,
  "app/db/analyses/analysis-requests.server.ts": requestCalls,
  "app/db/analyses/analysis-tombstones.server.ts": tombstoneCalls,
  // In the batches of insertAnalysis and insertAnalysisDay.
  "app/db/analyses/new-analyses.server.ts": { countAnalysisUses: null, newAnalysisRow: null } satisfies Calls<
    typeof newAnalyses
  >,
  "app/db/analyses/race-inputs.server.ts": {},
  "app/db/analyses/returned-uses.server.ts": {
    returnUsesOfCancelled: ({ db }) => returnedUses.returnUsesOfCancelled(db, { isChanged: undefined, now: NOW }),
  } satisfies Calls<typeof returnedUses>,
  "app/db/analyses/scoring.server.ts": scoringCalls,
  "app/db/analyses/sharing.server.ts": sharingCalls,
  "app/db/analyses/standing.server.ts": {},
  "app/db/analyses/what-if.server.ts": {
    readWhatIf: async ({ db }) => {
      for (const withStarts of [false, true]) await whatIf.readWhatIf(db, { raceId: "r1", userId: 1, withStarts });
    },
  } satisfies Calls<typeof whatIf>,
};
