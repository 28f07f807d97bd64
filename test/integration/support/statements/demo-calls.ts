import * as demoModels from "#app/demo/db/demo-models.server.ts";
import * as demoStates from "#app/demo/db/demo-states.server.ts";
import * as demoUsers from "#app/demo/db/demo-users.server.ts";
import * as sampleRestart from "#app/demo/db/sample-restart.server.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const keys = ["demo-1"];
const fan = { email: "fan@demo.example", name: "fan" };
const plans = [
  { plan: 1, at: NOW },
  { plan: 2, at: NOW + 1 },
];
const model = { key: "demo-1", email: fan.email, name: "m", venueType: 1, isAllVenue: null, features: "{}" };
const trained = { featureCount: 1, isWeight: false, cutoffDay: "2026-11-21", createdAt: NOW, completedAt: NOW };
const held = { key: "demo-2", email: fan.email, name: "m", status: 1, features: "{}", featureCount: 1, progress: 0.5 };

const modelCalls: Calls<typeof demoModels> = {
  countSettledDemoModels: ({ db }) => demoModels.countSettledDemoModels(db, keys),
  hideDemoModels: ({ db }) => demoModels.hideDemoModels(db, { keys, now: NOW }),
  insertDemoFans: ({ db }) => demoModels.insertDemoFans(db, [{ ...fan, plans }]),
  insertDemoModels: ({ db }) =>
    demoModels.insertDemoModels(db, {
      models: [{ ...model, ...trained, held: 1, jobId: "demo train", jobPayload: {} }],
      now: NOW,
    }),
  listFirstSampleDays: ({ db }) => demoModels.listFirstSampleDays(db, { venueType: 1, limit: 1 }),
  readDemoProgress: ({ db }) => demoModels.readDemoProgress(db, keys),
  selectDemoOwner: null,
  showDemoModels: ({ db }) => demoModels.showDemoModels(db, { keys }),
};

const stateCalls: Calls<typeof demoStates> = {
  insertCopies: ({ db }) =>
    demoStates.insertCopies(db, {
      copies: [{ key: "demo-3", email: fan.email, name: "m", source: "demo-1" }],
      now: NOW,
    }),
  insertDemoAnalyses: ({ db }) => demoStates.insertDemoAnalyses(db, { keys, running: keys, races: 1, now: NOW }),
  insertFrozenModels: ({ db }) => demoStates.insertFrozenModels(db, { models: [held], now: NOW }),
};

const userCalls: Calls<typeof demoUsers> = {
  countDemoUsers: ({ db }) => demoUsers.countDemoUsers(db),
  insertDemoUser: ({ db }) => demoUsers.insertDemoUser(db, { ...fan, passwordHash: "none", plan: 1, createdAt: NOW }),
  insertDemoUsers: ({ db }) =>
    demoUsers.insertDemoUsers(db, { users: [{ ...fan, plan: 2 }], passwordHash: "none", now: NOW }),
  insertPlansOfNew: ({ db }) => demoUsers.insertPlansOfNew(db, { email: fan.email, plans }),
  listDemoPayers: ({ db }) => demoUsers.listDemoPayers(db, { emails: [fan.email] }),
};

const restartCalls: Calls<typeof sampleRestart> = {
  deleteSample: ({ db }) => sampleRestart.deleteSample(db),
  listSharedOfSample: ({ db }) => sampleRestart.listSharedOfSample(db),
};

export const DEMO_CALLS = {
  "app/demo/db/demo-models.server.ts": modelCalls,
  "app/demo/db/demo-states.server.ts": stateCalls,
  "app/demo/db/demo-users.server.ts": userCalls,
  "app/demo/db/sample-restart.server.ts": restartCalls,
};
