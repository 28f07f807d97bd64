import assert from "node:assert/strict";
import { createDice, damageLine } from "#test/unit/imports/support/mutations.ts";
import { badColumns } from "#test/unit/imports/support/stored-cells.ts";
import { type Files, filesOf, smallSet } from "./import-set.ts";
import type { ImportSite, State } from "./import-site.ts";

const KINDS = ["races", "runners", "payouts"] as const;
type Kind = (typeof KINDS)[number];

interface MutationCounts {
  refused: number;
  taken: number;
}

/**
 * Imports sets of open CSV, one line of which is damaged, over a stored one of which they change every row. A set is
 * refused whole, each reason with a file and line of it, or it is taken with rows that say what its lines say.
 *
 * @throws AssertionError with the seed of the set
 */
export async function checkMutatedFiles(
  site: ImportSite,
  { count, seed }: { count: number; seed: number },
): Promise<MutationCounts> {
  const counts = { refused: 0, taken: 0 };
  let before: State | null = null;
  for (let run = 0; run < count; run += 1) {
    if (before === null) {
      await site.reset();
      before = (await site.importWhole(filesOf(storedSet()))).state;
    }
    const roll = createDice(seed + run);
    const kind = KINDS[roll(KINDS.length)] ?? "races";
    const set = filesOf(smallSet());
    const { bytes, line } = damageLine(new TextEncoder().encode(String(set[`${kind}.csv`])), roll);
    const files = { ...set, [`${kind}.csv`]: bytes };
    const about = `seed ${seed + run}, ${kind}.csv, line ${line}: ${JSON.stringify(new TextDecoder().decode(bytes))}`;
    if (await isTaken(site, { files, damaged: kind, before, about })) {
      counts.taken += 1;
      before = null;
    } else counts.refused += 1;
  }
  return counts;
}

/** The set as it was announced before: no row is as in the damaged one. */
function storedSet() {
  const { races, runners, payouts } = smallSet();
  return {
    races: races.map((race) => ({ ...race, name: "未定" })),
    runners: runners.map((runner) => ({ ...runner, prize_yen: 1 })),
    payouts: payouts.map((payout) => ({ ...payout, payout_yen: 777 })),
  };
}

async function isTaken(
  site: ImportSite,
  { files, damaged, before, about }: { files: Files; damaged: Kind; before: State; about: string },
): Promise<boolean> {
  const { answer, state: after } = await site.importWhole(files);
  assert.deepEqual(after.stored, [], about);
  if (answer.status === "refused") {
    assert.deepEqual(after.racing, before.racing, about);
    assert.equal(buildsIn(after), buildsIn(before), about);
    assert(answer.error_count > 0 && answer.errors.length > 0, about);
    for (const { file, line, field, reason } of answer.errors) {
      const text = files[file];
      assert(text !== undefined, `${file}; ${about}`);
      assert(line >= 1 && line <= linesOf(text, { isFatal: false }).length, `${file}:${line}; ${about}`);
      assert(field !== "" && reason !== "", about);
      assert.doesNotMatch(field + reason, /\p{Cc}/u, about);
      // Files that are whole are refused for what the damaged one lacks only.
      if (file !== `${damaged}.csv`) assert.equal(field, "race_id", about);
    }
    return false;
  }
  assert.equal(answer.status, "done", about);
  for (const kind of KINDS) checkRows(kind, { file: files[`${kind}.csv`] ?? "", stored: after.racing[kind], about });
  return true;
}

const buildsIn = ({ jobs }: State): number => jobs.filter((job) => job.startsWith("build-features")).length;

const linesOf = (file: string | Uint8Array, { isFatal = true } = {}): string[] =>
  (typeof file === "string" ? file : new TextDecoder("utf-8", { fatal: isFatal }).decode(file)).split("\n");

const KEYS: Readonly<Record<Kind, readonly string[]>> = {
  races: ["race_id"],
  runners: ["race_id", "horse_num"],
  payouts: ["race_id", "bet_type", "combination"],
};

/** Every stored row is sound, and those of the file's lines hold their cells, read in the plainest way. */
function checkRows(
  kind: Kind,
  { file, stored, about }: { file: string | Uint8Array; stored: readonly Record<string, unknown>[]; about: string },
): void {
  for (const row of stored) assert.deepEqual(badColumns(row), [], `${JSON.stringify(row)}; ${about}`);
  const [header = "", ...lines] = linesOf(file);
  // A quote may hold commas and line feeds: that is what the tests of the reader are for.
  if (lines.concat(header).some((line) => line.includes('"'))) return;
  const names = header.split(",").map((name) => name.trim().toLowerCase());
  for (const line of lines) {
    const cells = line.replace(/\r$/, "").split(",");
    if (cells.length === 1 && cells[0] === "") continue;
    assert.equal(cells.length, names.length, about);
    const row = Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? "").trim()]));
    const found = stored.find((each) => KEYS[kind].every((column) => isSame(each[column], keyCell(row, column))));
    if (found === undefined) {
      // A withdrawn runner without a number, and a race under another id of the stored one.
      assert(kind === "runners" ? row.horse_num === "" : kind === "races" || isRenamed(row), `${line}; ${about}`);
      continue;
    }
    for (const [column, cell] of Object.entries(row)) {
      if (!(column in found) || KEYS[kind].includes(column)) continue;
      if (kind === "races" && column === "status") continue;
      assert(isSame(found[column], cell), `${column} of ${line}: ${String(found[column])}; ${about}`);
    }
  }
}

/** A combination's numbers without zeros before them, and a quinella's in order. */
function keyCell(row: Readonly<Record<string, string>>, column: string): string {
  const cell = row[column] ?? "";
  if (column !== "combination") return cell;
  const numbers = cell.split("-").map(Number);
  return (row.bet_type === "quinella" ? numbers.sort((one, other) => one - other) : numbers).join("-");
}

const isRenamed = ({ race_id: raceId = "" }: Readonly<Record<string, string>>): boolean => !/^R[1-4]$/.test(raceId);

function isSame(stored: unknown, cell: string): boolean {
  if (stored === null) return cell === "";
  return typeof stored === "number" ? cell !== "" && Number(cell) === stored : String(stored) === cell;
}
