import type { TreeSettings } from "#app/domain/learning/trees/settings.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import type { ReferenceTask } from "#test/unit/support/reference/trees.ts";

export const RACE_SIZE = 12;

export const SETTINGS: TreeSettings = {
  trees: 300,
  leaves: 31,
  learningRate: 0.05,
  minRowsPerLeaf: 200,
  l2: 1,
  raceShare: 1,
  rowsPerTree: Number.MAX_SAFE_INTEGER,
  featureShare: 1,
  placeWeights: [1, 0, 0],
  seed: 1,
};

/** Races of twelve whose first three places are drawn by a linear strength and Gumbel noise. */
export function makeTask(raceCount: number, settings: TreeSettings, featureCount = 50): ReferenceTask {
  const random = createRandom(7);
  const rowCount = raceCount * RACE_SIZE;
  const strength = new Float64Array(rowCount);
  const features = Array.from({ length: featureCount }, () => {
    const weight = random() - 0.5;
    return Uint16Array.from({ length: rowCount }, (_, row) => {
      const code = Math.floor(random() * 5000);
      strength[row]! += weight * (code / 2500 - 1);
      return code;
    });
  });
  const place = new Uint8Array(rowCount);
  for (let from = 0; from < rowCount; from += RACE_SIZE) {
    const order = Array.from({ length: RACE_SIZE }, (_, i) => ({
      row: from + i,
      strength: strength[from + i]! - Math.log(-Math.log(random() + 1e-12)),
    })).sort((one, other) => other.strength - one.strength);
    for (const [position, { row }] of order.slice(0, 3).entries()) place[row] = position + 1;
  }
  const raceStart = Uint32Array.from({ length: raceCount + 1 }, (_, race) => race * RACE_SIZE);
  return { races: { raceStart, place }, features, startScores: null, settings };
}

export function sliceRaces(task: ReferenceTask, from: number, to: number): ReferenceTask {
  const firstRow = from * RACE_SIZE;
  const rowEnd = to * RACE_SIZE;
  return {
    ...task,
    races: {
      raceStart: Uint32Array.from({ length: to - from + 1 }, (_, race) => race * RACE_SIZE),
      place: task.races.place.slice(firstRow, rowEnd),
    },
    features: task.features.map((codes) => codes.slice(firstRow, rowEnd)),
  };
}
