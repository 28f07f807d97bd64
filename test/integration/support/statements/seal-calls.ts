import * as forecasts from "#app/db/seal/forecasts.server.ts";
import * as keys from "#app/db/seal/seal-keys.server.ts";
import * as reads from "#app/db/seal/seal-reads.server.ts";
import * as seals from "#app/db/seal/seals.server.ts";
import * as witnesses from "#app/db/seal/witnesses.server.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const day = "2026-11-21";
const head = { id: "head", count: 0, root: "r", at: NOW, posts: [{ jobId: "post", witness: "https://example.com" }] };
const notice = { event: day, day, title: "t", body: "b", path: "/", now: NOW };

export const SEAL_CALLS = {
  "app/db/seal/forecasts.server.ts": {
    clearForecastState: ({ db }) => forecasts.clearForecastState(db),
    findForecastBatch: ({ db }) => forecasts.findForecastBatch(db, { raceId: "r1", modelId: 1, userId: 1 }),
    giveForecasts: ({ db }) => forecasts.giveForecasts(db, { state: "s", lots: [{ jobId: "lot", lot: 0 }], now: NOW }),
    listComingRaces: ({ db }) => forecasts.listComingRaces(db, { from: day, to: day, now: NOW }),
    listLots: ({ db }) => forecasts.listLots(db),
    listSealedForecasts: ({ db }) => forecasts.listSealedForecasts(db, { lot: 0, raceIds: ["r1"] }),
    readForecastState: ({ db }) => forecasts.readForecastState(db),
    saveForecasts: ({ db }) =>
      forecasts.saveForecasts(db, {
        ...{ lot: 0, isWeight: true, of: [{ raceId: "r1", version: 1 }], now: NOW },
        leaf: { hash: "batch", batchKey: "seals/batch.json.gz", raceId: "r1" },
      }),
  } satisfies Calls<typeof forecasts>,
  "app/db/seal/seal-keys.server.ts": {
    // In the deletion of an account.
    deleteOwnerKey: null,
    insertOwnerKeys: ({ db }) => keys.insertOwnerKeys(db, [{ userId: 1, key: "00" }]),
    listOwnerKeys: ({ db }) => keys.listOwnerKeys(db, { modelIds: [1] }),
  } satisfies Calls<typeof keys>,
  "app/db/seal/seals.server.ts": {
    beginDay: async ({ db }) => {
      await seals.beginDay(db, { day, previous: "p", ended: null, head, notice: null, now: NOW });
      const next = { day: "2026-11-22", previous: "r", ended: { day, count: 0 } };
      await seals.beginDay(db, { ...next, head: { ...head, id: "next", root: "s" }, notice, now: NOW });
    },
    // In the deletion of an account, of an analysis, and with what is sealed.
    disownLeaves: null,
    eraseBodyOfDeleted: null,
    insertLeafOfChanged: null,
    insertLeaf: ({ db }) =>
      seals.insertLeaf(db, { hash: "h", body: "{}", analysisId: null, batchKey: null, raceId: "r1", now: NOW }),
    readSealing: ({ db }) => seals.readSealing(db, { limit: 1 }),
    saveHead: ({ db }) =>
      seals.saveHead(db, {
        ...{ day: "2026-11-22", before: 0, head: { ...head, id: "third", count: 1, root: "t" }, leafIds: [1] },
        ...{ frontier: [], made: [{ level: 1, index: 0, hash: "h" }] },
      }),
  } satisfies Calls<typeof seals>,
  "app/db/seal/seal-reads.server.ts": {
    findDayOfRoot: ({ db }) => reads.findDayOfRoot(db, "r"),
    findHeads: ({ db }) => reads.findHeads(db, { day, position: 0 }),
    findSeal: async ({ db }) => {
      for (const by of [{ analysisId: 1 }, { analysisId: 1, userId: 1 }, { hash: "h" }]) await reads.findSeal(db, by);
    },
    findSealedRace: ({ db }) => reads.findSealedRace(db, "r1"),
    readNewestDays: ({ db }) =>
      reads.readNewestDays(db, {
        limit: 14,
        witnesses: ["https://one.example/"],
        lateSeconds: 600,
        now: 2_000_000_000,
      }),
    listAnswers: ({ db }) => reads.listAnswers(db, { root: "r" }),
    listChainDays: ({ db }) => reads.listChainDays(db, { before: "9", limit: 1 }),
    readChainVersion: ({ db }) => reads.readChainVersion(db),
    readSubtrees: ({ db }) => reads.readSubtrees(db, { day, subtrees: [{ level: 1, index: 0 }] }),
  } satisfies Calls<typeof reads>,
  "app/db/seal/witnesses.server.ts": {
    findPostedHead: ({ db }) => witnesses.findPostedHead(db, "head"),
    noteAnswer: ({ db }) =>
      witnesses.noteAnswer(db, { headId: "head", witness: "https://example.com", status: 500, answer: "", at: NOW }),
  } satisfies Calls<typeof witnesses>,
};
