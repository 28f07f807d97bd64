import assert from "node:assert/strict";
import { ImportRefusal } from "#scripts/import/refusal.ts";
import { cp932 } from "./cp932.ts";
import { createDice, damageLine } from "./mutations.ts";
import { prepare } from "./prepared-files.ts";
import { badColumns } from "./stored-cells.ts";

const RESULTS = `着順,枠番,馬番,馬名,性齢,斤量,騎手,タイム,着差,通過,上り,単勝,人気,馬体重(増減),調教師
1,1,1,ハチワク,牡3,57.0,ルメール,2:23.4,,4-4-3,34.1,2.4,1,480(+4),[東] 国枝栄
2,2,3,サンプル,セ4,57.0,☆佐々木,2:23.6,1 1/4,1-1-1,34.9,12.0,5,502(-2),[西] 矢作芳人
取消,3,5,トリケシ,牝3,55.0,武豊,,,,,---,,計不,[西] 友道康夫
中止,4,7,チュウシ,牝3,55.0,武豊,,,,,33.1,9,440(初出走),[西] 友道康夫
`;
const CARD = `日付,場所,日次,Ｒ,レース名,発走時刻,クラス,芝ダ,距離,枠番,馬番,馬名,性別,年齢,騎手,斤量,調教師,所属,取消しフラグ,人気,単オッズ,馬体重,増減,種牡馬,母父名
2026. 5. 3,東京,４日,１１,東京優駿,15:40,Ｇ１,芝,2400,１,１,ハチワク,牡,３,ルメール,57.0,国枝栄,(栗),,１,2.4,480,+4,チチ,ハハチチ
2026. 5. 3,東京,４日,１１,東京優駿,15:40,Ｇ１,芝,2400,２,３,サンプル,セ,４,▲佐々木,54.0,矢作芳人,(美),取消,,,,,チチ,ハハチチ
2026. 5. 3,東京,４日,１２,,16:20,,ダ,1400,２,４,ヨンバン,牝,４,佐々木,54.0,矢作芳人,(美),,9,99.9,438,-12,チチ,ハハチチ
`;
const SLOT = { date: "2026-05-03", venue: "東京", race_num: "11" };
const TABLES = [
  { name: "results.csv", bytes: new TextEncoder().encode(RESULTS), set: SLOT },
  { name: "results.csv", bytes: cp932(RESULTS), set: SLOT },
  { name: "card.csv", bytes: cp932(CARD), set: {} },
];

/** A refusal names the file, and what is wrong with a row also its line and column. */
const REFUSAL = /^(results|card)\.csv:\d+: [^:]+: ./;
const WHOLE_FILE = /(results|card)\.csv/;

export interface MutationCounts {
  refused: number;
  taken: number;
}

/**
 * Reads tables of which one line is damaged, as the import command does.
 *
 * @throws AssertionError with the seed of a table that is refused without a name, or taken with a cell that is none
 */
export async function checkMutatedTables({ count, seed }: { count: number; seed: number }): Promise<MutationCounts> {
  const counts = { refused: 0, taken: 0 };
  for (let run = 0; run < count; run += 1) {
    const roll = createDice(seed + run);
    const table = TABLES[roll(TABLES.length)] ?? TABLES[0];
    assert(table !== undefined);
    const { bytes, line } = damageLine(table.bytes, roll);
    const about = `seed ${seed + run}, line ${line}: ${JSON.stringify(new TextDecoder().decode(bytes))}`;
    counts[(await isTaken(table.name, bytes, table.set, about)) ? "taken" : "refused"] += 1;
  }
  return counts;
}

async function isTaken(name: string, bytes: Uint8Array, set: Record<string, string>, about: string): Promise<boolean> {
  const lines = bytes.filter((byte) => byte === 10).length + 1;
  try {
    const { errors, told, rows } = await prepare({ [name]: bytes }, { set });
    assert(errors.count >= told.length, about);
    for (const message of told) {
      assert.match(message, REFUSAL, about);
      assert(Number(/:(\d+):/.exec(message)?.[1]) <= lines, `${message}; ${about}`);
    }
    if (told.length > 0) return false;
    for (const kind of ["races", "runners"]) {
      const made = rows(kind);
      assert(made.length > 0, about);
      for (const row of made) assert.deepEqual(badColumnsOf(row), [], `${JSON.stringify(row)}; ${about}`);
    }
    return true;
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw new Error(`failed at ${about}`, { cause: error });
    assert.match(error.message, WHOLE_FILE, about);
    return false;
  }
}

/** Who does not run needs no number: the site leaves such rows out, whatever else they hold. */
function badColumnsOf(row: Readonly<Record<string, string>>): string[] {
  const isAway = row.status === "scratched" || row.status === "excluded";
  return isAway && row.horse_num === "" ? [] : badColumns(row);
}
