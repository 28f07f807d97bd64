import { expect, test } from "vitest";
import { concernWords } from "#app/domain/operations/concern-words.ts";
import { findConcerns } from "#app/domain/operations/concerns.ts";
import type { OpenWork } from "#app/domain/operations/site-status.ts";

const QUIET: OpenWork = {
  ...{ waits: [], failed: [], failures: [], lost: [], outages: [], unbuiltSeconds: null, databaseBytes: 0 },
  ...{ troubledImports: [], payments: { unprocessed: 0, oldestSeconds: null }, uncounted: [], backup: null },
  signInFailures: { users: 0, operator: 0 },
};

test("a database over 7 GB is a warning, over 9 GB it is broken, as it ends at 10", () => {
  const at = (databaseBytes: number) =>
    findConcerns({ ...QUIET, databaseBytes }).map((concern) => [concern.level, concernWords(concern).text]);
  expect([at(0), at(7e9)]).toEqual([[], []]);
  expect(at(7e9 + 1)).toEqual([["attention", "データベースが7 GBを超えた"]]);
  expect(at(9e9)).toEqual([["attention", "データベースが9 GBを超えた"]]);
  expect(at(9.4e9)).toEqual([["broken", "データベースが9 GBを超えた"]]);
});

test("features that lack an import for more than eight hours are broken", () => {
  const at = (unbuiltSeconds: number) =>
    findConcerns({ ...QUIET, unbuiltSeconds }).map((concern) => [concern.level, concernWords(concern).text]);
  expect(at(7200)).toEqual([]);
  expect(at(7201)).toEqual([["attention", "特徴量に2時間前の取り込みが入っていない"]]);
  expect(at(28_801)).toEqual([["broken", "特徴量に8時間前の取り込みが入っていない"]]);
});
