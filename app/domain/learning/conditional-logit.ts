import { codesOf, type RaceFeatures } from "#app/domain/features/matrix.ts";
import type { Learner, LearnerInput, LearnerResult, Predictor, Watch } from "./learner.ts";
import { createLinearPass } from "./linear-pass.ts";
import { createLogitScores, logitParametersSchema } from "./logit/scores.ts";
import { fitLogits } from "./logit-fits.ts";
import { listFits } from "./walk-plan.ts";

/** Share of the progress bar for the fits; the rest is predicting the test periods. */
const FIT_SHARE = 0.8;

/**
 * McFadden's conditional logit: a softmax over a race's starters of a linear f. Each column has a standardised, race-
 * centred value and a missing indicator, with a ridge on the weights. The baseline for other learners.
 */
export const conditionalLogit: Learner = {
  name: "conditional-logit",
  version: 2,
  seed: null,
  learn,
  openPredictor,
};

async function learn(input: LearnerInput, watch: Watch): Promise<LearnerResult> {
  const { races, periods, columns } = input;
  const fits = await fitLogits(input, listFits(races.raceDay, periods), {
    ...watch,
    report: (share) => watch.report(FIT_SHARE * share),
  });
  if (fits === null) return { kind: "paused" };
  const outputs = new Float64Array(races.rowCount);
  const refits = fits.slice(0, -1);
  const pass = createLinearPass(
    input,
    periods.map(({ firstRace, endRace }, at) => ({ from: firstRace, to: endRace, logit: refits[at]! })),
    outputs,
    watch.pace,
  );
  for (const [position, { id }] of columns.entries()) {
    await pass.read(id);
    await watch.report(FIT_SHARE + ((1 - FIT_SHARE) * (position + 1)) / columns.length);
  }
  return { kind: "learnt", parameters: fits.at(-1), refits, outputs };
}

function openPredictor(parameters: unknown): Predictor {
  const { columnIds, add } = createLogitScores(logitParametersSchema.parse(parameters));
  const addTerm = (columnId: string, codes: Uint16Array, outputs: Float64Array) => {
    add(columnId, codes, Uint32Array.of(0, codes.length), 0, 1, outputs);
    return outputs;
  };
  const explain = (race: RaceFeatures) => {
    const size = race.horseNums.length;
    return new Map(columnIds.map((id) => [id, addTerm(id, codesOf(race, id), new Float64Array(size))]));
  };
  const predict = (race: RaceFeatures) => {
    const outputs = new Float64Array(race.horseNums.length);
    for (const id of columnIds) addTerm(id, codesOf(race, id), outputs);
    return outputs;
  };

  return {
    columnIds,
    predict,
    explain,
    vary(race) {
      const outputs = predict(race);
      const terms = explain(race);
      return (changes) => {
        const varied = outputs.slice();
        for (const [column, codes] of changes) {
          const before = terms.get(column);
          if (before === undefined) continue;
          const after = addTerm(column, codes, new Float64Array(codes.length));
          for (let i = 0; i < varied.length; i++) varied[i]! += after[i]! - before[i]!;
        }
        return varied;
      };
    },
  };
}
