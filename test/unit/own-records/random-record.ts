import type { Bets, RecordEntry, RecordResult } from "#app/domain/own-records/record-entry.ts";
import { BET_TYPES, GOINGS } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";

/** A record at random: any mixture of standings, names with quotes, missing values. */
export function randomRecord(seed: number, size: number): RecordEntry[] {
  const random = createRandom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const bets = (): Bets =>
    Object.fromEntries(
      BET_TYPES.map((betType, index) => {
        const tickets = [2, 1, 7][index]! - (random() < 0.05 ? 1 : 0);
        const hits = random() < 0.35 && tickets > 0 ? 1 : 0;
        const special = random() < 0.01 ? 70 * tickets : 0;
        return [betType, { stakeYen: 100 * tickets, payoutYen: hits * 10 * (10 + below(150)) + special, hits }];
      }),
    ) as Bets;
  const noBets = Object.fromEntries(BET_TYPES.map((bet) => [bet, { stakeYen: 0, payoutYen: 0, hits: 0 }])) as Bets;
  const result = (): RecordResult | null => {
    const kind = random();
    if (kind < 0.05) return null;
    if (kind < 0.1) {
      const none = { starters: null, finish: null, odds: null, popularity: null, bets: noBets, favourite: null };
      return { kind: kind < 0.07 ? "none" : "returned", ...none };
    }
    return {
      kind: "settled",
      starters: 5 + below(14),
      finish: random() < 0.02 ? null : 1 + below(12),
      odds: random() < 0.02 ? null : (11 + below(400)) / 10,
      popularity: 1 + below(9),
      bets: bets(),
      favourite: random() < 0.03 ? null : { finish: 1 + below(8), bets: bets() },
    };
  };
  return Array.from({ length: size }, (_, index): RecordEntry => {
    const month = 1 + below(12);
    const date = `2026-${String(month).padStart(2, "0")}-${String(1 + below(9)).padStart(2, "0")}`;
    const hour = 9 + below(8);
    const startTime = random() < 0.03 ? null : `${String(hour).padStart(2, "0")}:${oneOf(["05", "30", "55"])}`;
    const raceNum = 1 + below(12);
    const venue = oneOf(["東京", "京都", "福島"]);
    const completedAt = Date.parse(`${date}T12:00:00+09:00`) / 1000 - below(86_400) + below(10_000);
    const sealing = random();
    return {
      ...{ analysisId: index + 1, modelId: 1 + below(2), modelName: oneOf(["末脚", '=1+1,"x"', "-改"]) },
      ...{
        raceId: `${date}-${venue}-${raceNum}`,
        date,
        venue,
        raceNum,
        raceName: oneOf(["特別, 秋", "@新馬", "＝特別"]),
      },
      ...{ startTime, surface: oneOf(["turf", "dirt", null] as const) },
      ...{ distanceM: oneOf([1000, 1400, 1600, 1999, 2000, 3000, null]), going: oneOf([...GOINGS, null]) },
      picks: Array.from({ length: below(6) }, (_, pick) => 1 + ((pick * 3 + index) % 18)),
      completedAt,
      sealedAt: sealing < 0.2 ? null : sealing < 0.25 ? "waiting" : completedAt + below(sealing < 0.3 ? 40_000 : 240),
      deletedAt: random() < 0.1 ? completedAt + 5 : null,
      isLearntFrom: random() < 0.02,
      result: result(),
    };
  });
}
