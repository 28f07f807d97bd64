import { parsePayout, parseRunner } from "#app/domain/open-csv/open-csv-rows.ts";
import { hashContent } from "#app/domain/racing/content-hash.ts";
import { impossibleCombination } from "#app/domain/racing/contradictions.ts";
import { quote } from "#app/domain/racing/fields.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import type { RowAt } from "./csv-contradictions.server.ts";
import {
  type ImportState,
  isSound,
  type OpenFile,
  parseRowsOfRaces,
  type TakeRows,
  underStoredId,
} from "./import-state.server.ts";
import { keyRunner, stagePayout, stageRunner } from "./staged-rows.server.ts";

/** Rejects unknown races and repeated numbers; skips runners without a number. */
export function checkRunners(state: ImportState, file: OpenFile): TakeRows {
  const { contradictions, findings, writer } = state;
  let noticed = false;
  return async (block) => {
    for (const { line, value: runner, number } of await parseRowsOfRaces(state, file, block, parseRunner)) {
      if ("kind" in runner) {
        state.skipped += 1;
        const reason = "runners scratched or excluded without a number are skipped";
        if (!noticed) findings.notice(`${file.name}:${line}: horse_num: ${reason}`);
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

/** Rejects unknown races, impossible and repeated combinations, and too many of one race. */
export function checkPayouts(state: ImportState, file: OpenFile): TakeRows {
  const { contradictions, findings, limits, payoutsOfRace, racesWithoutPayouts, raceNumbers, writer } = state;
  const refuse = (line: number, field: string, reason: string) =>
    findings.error({ file: file.name, line, field, reason });
  const refuseBoth = (line: number, raceId: string) =>
    refuse(line, "race_id", `race ${quote(raceId)} has payouts and a row that says it has none`);
  return async (block) => {
    const toJudge: RowAt<Payout>[] = [];
    for (const { line, value: payout, number } of await parseRowsOfRaces(state, file, block, parsePayout)) {
      if ("kind" in payout) {
        if (racesWithoutPayouts.has(number)) state.givenTwice += 1;
        else if (payoutsOfRace[number] !== undefined) refuseBoth(line, payout.raceId);
        else if (isSound(state)) writer.addNoPayouts(raceNumbers.storedIdOf(payout.raceId));
        racesWithoutPayouts.add(number);
        continue;
      }
      if (racesWithoutPayouts.has(number)) {
        refuseBoth(line, payout.raceId);
        continue;
      }
      const impossible = impossibleCombination(payout);
      if (impossible !== null) {
        refuse(line, "combination", impossible);
        continue;
      }
      const { betType, combination, payoutYen } = payout;
      const key = hashContent(`${number}|${betType}|${combination}`);
      const amount = { high: Math.floor(payoutYen / 2 ** 32) << 1, low: payoutYen >>> 0 };
      const verdict = state.seen.add(key.high, key.low, amount);
      if (verdict === "same") {
        state.givenTwice += 1;
        continue;
      }
      toJudge.push({ file: file.name, line, number, row: payout });
      const count = (payoutsOfRace[number] ?? 0) + 1;
      payoutsOfRace[number] = count;
      if (verdict === "other") {
        const given = `${betType} ${combination} of race ${quote(payout.raceId)}`;
        refuse(line, "combination", `${given} is given twice with different content`);
      } else if (count === limits.payoutsOfRace + 1) {
        refuse(line, "race_id", `race ${quote(payout.raceId)} has more than ${limits.payoutsOfRace} payouts`);
      } else if (isSound(state)) {
        const stored = underStoredId(state, payout);
        writer.addPayout(number, stored.raceId, stagePayout(stored).json);
      }
    }
    await contradictions.payouts(toJudge);
  };
}
