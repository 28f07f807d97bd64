import { type Column, MISSING_CODE, type RowIndex } from "#app/domain/features/matrix.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { createRandom } from "#app/domain/racing/random.ts";

export interface SyntheticRaces {
  index: RowIndex;
  columns: Column[];
  /** Returns a fresh copy each time, like a store. */
  readColumn(columnId: string): Promise<Uint16Array>;
  codes: Map<string, Uint16Array>;
}

export const FIRST_DAY = "2020-01-04";

/**
 * Four races a day with `fieldSize` runners. Column i has codes around 1000 with a spread of about 100, column "race"
 * the same code for a whole race, column "sparse" is missing for every third runner. The winner is drawn from a softmax
 * of Σ weight × (code / 100), so weights are per standard deviation.
 */
export function makeSyntheticRaces(options: {
  races: number;
  weights: readonly number[];
  missingWeight?: number;
  fieldSize?: number;
  seed?: number;
  shuffleResults?: boolean;
}): SyntheticRaces {
  const { races, weights, missingWeight = 0, fieldSize = 8, seed = 1, shuffleResults = false } = options;
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const rowCount = races * fieldSize;
  const ids = [...weights.map((_, i) => `value.${i}`), "race", "sparse"];
  const codes = new Map(ids.map((id) => [id, new Uint16Array(rowCount)]));
  const index: RowIndex = {
    rowCount,
    raceCount: races,
    raceStart: Uint32Array.from({ length: races + 1 }, (_, race) => race * fieldSize),
    raceIds: Array.from({ length: races }, (_, race) => `r${race}`),
    raceDay: Int32Array.from({ length: races }, (_, race) => dayNumber(FIRST_DAY) + Math.floor(race / 4)),
    raceSurface: new Uint8Array(races).fill(1),
    raceHasResult: new Uint8Array(races).fill(1),
    horseNum: Uint8Array.from({ length: rowCount }, (_, row) => (row % fieldSize) + 1),
    isStarter: new Uint8Array(rowCount).fill(1),
    finishPosition: new Uint8Array(rowCount),
    winOdds: new Float32Array(rowCount).fill(Number.NaN),
  };
  for (let race = 0; race < races; race++) {
    const raceCode = Math.floor(random() * 50);
    const strengths: number[] = [];
    for (let row = race * fieldSize; row < (race + 1) * fieldSize; row++) {
      const isMissing = random() < 1 / 3;
      let strength = isMissing ? missingWeight : 0;
      weights.forEach((weight, i) => {
        const value = normal();
        strength += weight * value;
        codes.get(`value.${i}`)![row] = Math.round(1000 + 100 * value);
      });
      codes.get("race")![row] = raceCode;
      codes.get("sparse")![row] = isMissing ? MISSING_CODE : Math.floor(random() * 100);
      // The largest of strength + Gumbel noise wins with softmax probability.
      strengths.push((shuffleResults ? 0 : strength) - Math.log(-Math.log(1 - random() * (1 - 1e-12))));
    }
    const order = strengths.map((_, i) => i).sort((a, b) => strengths[b]! - strengths[a]!);
    order.forEach((runner, position) => {
      index.finishPosition[race * fieldSize + runner] = position + 1;
    });
  }
  return {
    index,
    columns: ids.map((id) => ({ id, offset: 0, step: 1 })),
    readColumn: async (columnId) => codes.get(columnId)!.slice(),
    codes,
  };
}
