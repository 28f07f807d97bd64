import { afterAll, vi } from "vitest";
import "./atomics-wait.ts";
import "./fixed-length-stream.ts";
import { stopUsedWorkerds } from "./test-database.ts";

/** Loaded by every file of workerd tests: they run in one process, so that what a file replaces would stay for the next. */
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await stopUsedWorkerds();
});
