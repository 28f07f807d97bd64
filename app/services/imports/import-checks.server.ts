import { finishValidation, type ImportRecord, refuseImport } from "#app/db/racing/imports.server.ts";
import { findRaceConflicts, listStoredRaceIds } from "#app/db/racing/race-writes.server.ts";
import type { CsvBlock } from "#app/domain/open-csv/csv-reader.ts";
import type { ColumnMap, FileKind } from "#app/domain/open-csv/open-csv.ts";
import { parsePayout, parseRace, parseRunner } from "#app/domain/open-csv/open-csv-rows.ts";
import { createSeenRows } from "#app/domain/open-csv/seen-rows.ts";
import { hashContent } from "#app/domain/racing/content-hash.ts";
import { quote, type Report } from "#app/domain/racing/fields.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { createFindings, type Findings } from "./import-findings.server.ts";
import type { ImportLimits } from "./import-limits.server.ts";
import { createChunkWriter, removeStaged, stagePayout, stageRace, stageRunner } from "./import-staging.server.ts";

/** Marks a race that is neither in the import nor stored. */
const NO_RACE = -1;

export type TakeRows = (block: CsvBlock) => Promise<void>;

export interface ImportChecks {
  findings: Findings;
  /** Starts a file; returns a function that takes its rows block by block. @param width cells of the header */
  openFile(kind: FileKind, file: string, width: number, columns: ColumnMap): Promise<TakeRows>;
  /** The rest of a file cannot be read: skip checks that depend on it. */
  abandonFile(kind: FileKind): void;
  rowCount(kind: FileKind): number;
  /** Stores the verdict: the import is staged, or refused and cleaned up. */
  end(): Promise<{ kind: "staged"; rows: number } | { kind: "refused" }>;
}

/** Checks that involve several rows: keys, races of runners and payouts, days claimed by two races. */
export function createImportChecks(deps: Deps, record: ImportRecord, limits: ImportLimits): ImportChecks {
  const { id: importId, source } = record;
  const findings = createFindings();
  const writer = createChunkWriter(deps.store, { importId, chunkCharacters: limits.chunkCharacters });
  const rowCounts: Record<FileKind, number> = { races: 0, runners: 0, payouts: 0 };
  /** Number of each race in the import, or NO_RACE. */
  const raceNumbers = new Map<string, number>();
  let raceCount = 0;
  let isRacesFileBroken = false;
  let seen = createSeenRows();
  const slots = createSeenRows();
  const payoutsOfRace: number[] = [];
  let openKind: FileKind | null = null;
  let givenTwice = 0;
  let skipped = 0;

  const isSound = () => findings.errorCount() === 0;

  function numberOf(raceId: string): number {
    const known = raceNumbers.get(raceId);
    if (known !== undefined) return known;
    raceNumbers.set(raceId, raceCount);
    raceCount += 1;
    return raceCount - 1;
  }

  /** Looks up, once per block, which races missing from the import are stored in D1. */
  async function learnRaces(raceIds: readonly string[]): Promise<void> {
    const unknown = [...new Set(raceIds)].filter((raceId) => raceId !== "" && !raceNumbers.has(raceId));
    if (unknown.length === 0) return;
    const stored = isRacesFileBroken ? unknown : await listStoredRaceIds(deps.db, { source, raceIds: unknown });
    for (const raceId of stored) numberOf(raceId);
    for (const raceId of unknown) if (!raceNumbers.has(raceId)) raceNumbers.set(raceId, NO_RACE);
  }

  /** Parses the rows of the right width; null if a cell was refused. */
  function read<T>(
    kind: FileKind,
    file: string,
    width: number,
    block: CsvBlock,
    parse: (cells: string[], report: Report) => T,
  ): { line: number; value: T; isGood: boolean }[] {
    rowCounts[kind] += block.rows.length;
    const read: { line: number; value: T; isGood: boolean }[] = [];
    for (const [index, cells] of block.rows.entries()) {
      const line = block.lines[index] as number;
      if (cells.length !== width) {
        findings.error({ file, line, field: "row", reason: `has ${cells.length} cells where the header has ${width}` });
        continue;
      }
      let isGood = true;
      const value = parse(cells, (field, reason) => {
        isGood = false;
        findings.error({ file, line, field, reason });
      });
      read.push({ line, value, isGood });
    }
    return read;
  }

  function takeRaces(file: string, width: number, columns: ColumnMap): TakeRows {
    return async (block) => {
      const keys: Parameters<typeof findRaceConflicts>[1]["keys"][number][] = [];
      for (const { line, value: race, isGood } of read("races", file, width, block, (cells, report) =>
        parseRace(cells, columns, report),
      )) {
        if (race.raceId === "") continue;
        const number = numberOf(race.raceId);
        if (!isGood) continue;
        const row = stageRace(race);
        const verdict = seen.add(number, 0, row.hash);
        if (verdict === "same") {
          givenTwice += 1;
          continue;
        }
        if (verdict === "other") {
          const reason = `${quote(race.raceId)} is given twice with different content`;
          findings.error({ file, line, field: "race_id", reason });
          continue;
        }
        const slot = hashContent(`${race.date}|${race.venue}|${race.raceNum}`);
        if (slots.add(slot.high, slot.low, { high: 1, low: number }) === "other") {
          const reason = `another race of this import is race ${race.raceNum} at ${quote(race.venue)} on ${race.date}`;
          findings.error({ file, line, field: "race_num", reason });
          continue;
        }
        keys.push([race.raceId, race.date, race.venue, race.raceNum, line]);
        if (isSound()) writer.addRace(race, row);
      }
      if (keys.length === 0) return;
      for (const { line, raceId, otherId } of await findRaceConflicts(deps.db, { source, keys })) {
        findings.error(
          otherId === null
            ? {
                file,
                line,
                field: "race_id",
                reason: `${quote(raceId)} is stored with another source (sample or real)`,
              }
            : {
                file,
                line,
                field: "race_num",
                reason: `this day, venue and number are those of stored race ${quote(otherId)}`,
              },
        );
      }
    };
  }

  function raceNumber(file: string, line: number, raceId: string): number {
    const number = raceNumbers.get(raceId) ?? NO_RACE;
    if (number === NO_RACE && raceId !== "") {
      const reason = `race ${quote(raceId)} is neither in this import nor stored`;
      findings.error({ file, line, field: "race_id", reason });
    }
    return number;
  }

  function takeRunners(file: string, width: number, columns: ColumnMap): TakeRows {
    let noticed = false;
    return async (block) => {
      const rows = read("runners", file, width, block, (cells, report) => parseRunner(cells, columns, report));
      await learnRaces(rows.map(({ value }) => value.raceId));
      for (const { line, value: runner, isGood } of rows) {
        const number = raceNumber(file, line, runner.raceId);
        if (number === NO_RACE || !isGood) continue;
        if ("kind" in runner) {
          skipped += 1;
          if (!noticed)
            findings.notice(`${file}:${line}: horse_num: runners scratched or excluded without a number are skipped`);
          noticed = true;
          continue;
        }
        const row = stageRunner(runner);
        const verdict = seen.add(number, runner.horseNum, row.hash);
        if (verdict === "same") givenTwice += 1;
        else if (verdict === "other") {
          const reason = `runner ${runner.horseNum} of race ${quote(runner.raceId)} is given twice with different content`;
          findings.error({ file, line, field: "horse_num", reason });
        } else if (isSound()) writer.addRunner(runner, row);
      }
    };
  }

  function takePayouts(file: string, width: number, columns: ColumnMap): TakeRows {
    return async (block) => {
      const rows = read("payouts", file, width, block, (cells, report) => parsePayout(cells, columns, report));
      await learnRaces(rows.map(({ value }) => value.raceId));
      for (const { line, value: payout, isGood } of rows) {
        const number = raceNumber(file, line, payout.raceId);
        if (number === NO_RACE || !isGood) continue;
        const { betType, combination, payoutYen } = payout;
        const key = hashContent(`${number}|${betType}|${combination}`);
        const amount = { high: Math.floor(payoutYen / 2 ** 32) << 1, low: payoutYen >>> 0 };
        const verdict = seen.add(key.high, key.low, amount);
        if (verdict === "same") {
          givenTwice += 1;
          continue;
        }
        const count = (payoutsOfRace[number] ?? 0) + 1;
        payoutsOfRace[number] = count;
        if (verdict === "other") {
          const reason = `${betType} ${combination} of race ${quote(payout.raceId)} is given twice with different content`;
          findings.error({ file, line, field: "combination", reason });
        } else if (count === limits.payoutsOfRace + 1) {
          const reason = `race ${quote(payout.raceId)} has more than ${limits.payoutsOfRace} payouts`;
          findings.error({ file, line, field: "race_id", reason });
        } else if (isSound()) writer.addPayout(number, payout.raceId, stagePayout(payout));
      }
    };
  }

  return {
    findings,
    async openFile(kind, file, width, columns) {
      if (openKind !== null && openKind !== kind) {
        if (isSound()) await writer.flush(openKind);
        seen = createSeenRows();
      }
      openKind = kind;
      const take = { races: takeRaces, runners: takeRunners, payouts: takePayouts }[kind](file, width, columns);
      return async (block) => {
        await take(block);
        if (isSound()) await writer.flushFull();
      };
    },
    abandonFile(kind) {
      if (kind === "races") isRacesFileBroken = true;
    },
    rowCount: (kind) => rowCounts[kind],
    async end() {
      const { notices } = findings;
      if (isSound() && openKind !== null) await writer.flush(openKind);
      const notes = { notices, noticeCount: findings.noticeCount() };
      if (isSound()) {
        await finishValidation(deps.db, importId, {
          chunkCount: writer.count(),
          unchanged: givenTwice,
          skipped,
          ...notes,
        });
        return { kind: "staged", rows: rowCounts.races + rowCounts.runners + rowCounts.payouts };
      }
      const errors = { errors: findings.errors, errorCount: findings.errorCount() };
      await refuseImport(deps.db, importId, { ...errors, ...notes, now: deps.now() });
      await removeStaged(deps.store, importId);
      return { kind: "refused" };
    },
  };
}
