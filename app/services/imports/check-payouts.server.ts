import { parsePayout } from "#app/domain/open-csv/open-csv-rows.ts";
import { hashContent } from "#app/domain/racing/content-hash.ts";
import { impossibleCombination } from "#app/domain/racing/contradictions.ts";
import { quote } from "#app/domain/racing/fields.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import type { RowAt } from "./csv-contradictions.server.ts";
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
import { stagePayout } from "./staged-rows.server.ts";

/** Rejects unknown races, impossible and repeated combinations, and too many of one race. */
export function checkPayouts(state: ImportState, file: OpenFile): TakeRows {
  const { contradictions, findings, limits, payoutsOfRace, racesWithoutPayouts, raceNumbers, writer } = state;
  const refuseBoth = (line: number, raceId: string) => {
    const reason = `race ${quote(raceId)} has payouts and a row that says it has none`;
    findings.error({ file: file.name, line, field: "race_id", reason });
  };
  return async (block) => {
    const rows = parseRows(state, file, block, parsePayout);
    await raceNumbers.learn(rows.map(({ value }) => value.raceId));
    const toJudge: RowAt<Payout>[] = [];
    for (const { line, value: payout, isGood } of rows) {
      const number = findRaceOfRow(state, file.name, line, payout.raceId);
      if (number === NO_RACE || !isGood) continue;
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
        findings.error({ file: file.name, line, field: "combination", reason: impossible });
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
        const reason = `${betType} ${combination} of race ${quote(payout.raceId)} is given twice with different content`;
        findings.error({ file: file.name, line, field: "combination", reason });
      } else if (count === limits.payoutsOfRace + 1) {
        const reason = `race ${quote(payout.raceId)} has more than ${limits.payoutsOfRace} payouts`;
        findings.error({ file: file.name, line, field: "race_id", reason });
      } else if (isSound(state)) {
        const stored = underStoredId(state, payout);
        writer.addPayout(number, stored.raceId, stagePayout(stored).json);
      }
    }
    await contradictions.payouts(toJudge);
  };
}
