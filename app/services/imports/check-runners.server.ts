import { parseRunner } from "#app/domain/open-csv/open-csv-rows.ts";
import { quote } from "#app/domain/racing/fields.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import {
  findRaceOfRow,
  type ImportState,
  isSound,
  type OpenFile,
  parseRows,
  type TakeRows,
  underStoredId,
} from "./import-state.server.ts";
import { NO_RACE } from "./race-numbers.server.ts";
import { keyRunner, stageRunner } from "./staged-rows.server.ts";

/** Rejects unknown races and repeated numbers; skips runners without a number. */
export function checkRunners(state: ImportState, file: OpenFile): TakeRows {
  const { contradictions, findings, raceNumbers, writer } = state;
  let noticed = false;
  return async (block) => {
    const rows = parseRows(state, file, block, parseRunner);
    await raceNumbers.learn(rows.map(({ value }) => value.raceId));
    for (const { line, value: runner, isGood } of rows) {
      const number = findRaceOfRow(state, file.name, line, runner.raceId);
      if (number === NO_RACE || !isGood) continue;
      if ("kind" in runner) {
        state.skipped += 1;
        if (!noticed)
          findings.notice(
            `${file.name}:${line}: horse_num: runners scratched or excluded without a number are skipped`,
          );
        noticed = true;
        continue;
      }
      const stored = underStoredId(state, runner);
      const row = stageRunner(stored);
      const verdict = state.seen.add(number, runner.horseNum, row.hash);
      if (verdict === "same") {
        state.givenTwice += 1;
        continue;
      }
      if (isStarter(stored.status)) {
        state.pedigree.starters += 1;
        if (stored.sireName !== null) state.pedigree.known += 1;
      }
      contradictions.runner({ file: file.name, line, number, row: stored });
      if (verdict === "other") {
        const reason = `runner ${runner.horseNum} of race ${quote(runner.raceId)} is given twice with different content`;
        findings.error({ file: file.name, line, field: "horse_num", reason });
      } else if (isSound(state)) writer.addRow("runners", keyRunner(stored, row));
    }
  };
}
