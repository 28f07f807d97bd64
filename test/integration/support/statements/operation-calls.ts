import * as siteStatus from "#app/db/operations/site-status.server.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;

const siteStatusCalls: Calls<typeof siteStatus> = {
  listImports: ({ db }) => siteStatus.listImports(db, { limit: 10 }),
  readOpenWork: ({ db }) => siteStatus.readOpenWork(db, { now: NOW, since: NOW }),
  readStock: ({ db }) => siteStatus.readStock(db, { since: NOW }),
};

export const OPERATION_CALLS = {
  "app/db/operations/site-status.server.ts": siteStatusCalls,
};
