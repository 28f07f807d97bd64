import { afterAll, vi } from "vitest";

/** Loaded by every file of unit tests: they run in one process, so that what a file replaces would stay for the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
