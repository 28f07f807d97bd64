import Papa from "papaparse";
import { CsvReader } from "#app/domain/open-csv/csv-reader.ts";
import { readHeader } from "#app/domain/open-csv/open-csv.ts";
import { parseRunner } from "#app/domain/open-csv/open-csv-rows.ts";
import type { Benchmark } from "#scripts/bench/interleave.ts";

const ROWS = 30_000;
const BLOCK_BYTES = 65_536;
const HEADER =
  "race_id,horse_num,bracket_num,horse_id,horse_name,sex,age,carried_weight_kg,jockey_id,jockey_name,trainer_id,trainer_name,status,finish_position,time_s,margin_s,corner_positions,last_600m_s,win_odds,popularity,body_weight_kg,body_weight_change_kg,prize_yen,sire_name,dam_sire_name";

export function benchmarkParsing(): Benchmark {
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const race = 1 + Math.floor(row / 14);
    const horse = 1 + (row % 14);
    return `R${race},${horse},${Math.ceil(horse / 2)},H${row % 5000},ハルカナコンパス,male,4,56,J${row % 90},架空太郎,T${row % 60},架空次郎,finished,${horse},95.${row % 10},0.${row % 10},"5-6-${horse}",35.1,${1 + (row % 80)}.5,${horse},480,+2,1200000,ソラノシルベ,ウミノシルベ`;
  });
  const text = `${HEADER}\n${lines.join("\n")}\n`;
  const bytes = new TextEncoder().encode(text);
  return {
    name: "read and check 30,000 runner rows",
    reference: "papaparse alone on the same text, already in memory",
    subject() {
      const reader = new CsvReader();
      const { columns } = readHeader("runners", HEADER.split(","));
      let isHeader = true;
      const take = (rows: readonly string[][]) => {
        for (const row of rows) {
          if (isHeader) isHeader = false;
          else
            parseRunner(row, columns, (field, reason) => {
              throw new Error(`${field}: ${reason}`);
            });
        }
      };
      for (let at = 0; at < bytes.length; at += BLOCK_BYTES)
        take(reader.push(bytes.subarray(at, at + BLOCK_BYTES)).rows);
      take(reader.end().rows);
    },
    baseline() {
      if (Papa.parse<string[]>(text, { delimiter: ",", newline: "\n" }).data.length < ROWS)
        throw new Error("lost rows");
    },
  };
}
