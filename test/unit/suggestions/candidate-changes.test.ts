import { expect, test } from "vitest";
import { countFeatures, type FeatureChoice } from "#app/domain/features/choice.ts";
import { changedChoice, listCandidates } from "#app/domain/suggestions/candidate-changes.ts";

const CHOICE: FeatureChoice = {
  static: ["騎手", "枠番"],
  average: { rank: { race_customize: ["all", "venue"], race_num: [1, 5] } },
};
const CENTRAL = { venueType: 1, featureLimit: 50, search: 1 };

test("changes of every sort in turn, at most twelve, each once and unlike the model", () => {
  const changes = listCandidates(CHOICE, CENTRAL);
  expect(changes.slice(0, 6)).toEqual([
    { does: "add", feature: "出走間隔" },
    { does: "add", kind: "prize" },
    { does: "add", kind: "rank", count: 3 },
    { does: "add", kind: "rank", condition: "course_len" },
    { does: "drop", feature: "騎手" },
    { does: "drop", kind: "rank" },
  ]);
  expect(changes).toHaveLength(12);
  const choices = changes.map((change) => JSON.stringify(changedChoice(CHOICE, change, 1)));
  expect(new Set([...choices, JSON.stringify(CHOICE)]).size).toBe(13);
});

test("a change fills the form: the catalogue's order, a new kind with its last five starts", () => {
  const counts = [
    changedChoice(CHOICE, { does: "add", kind: "prize" }, 1).average.prize,
    changedChoice(CHOICE, { does: "add", kind: "rank", count: 3 }, 1).average.rank?.race_num,
    changedChoice(CHOICE, { does: "add", kind: "rank", condition: "course_len" }, 1).average.rank?.race_customize,
    changedChoice(CHOICE, { does: "drop", feature: "騎手" }, 1).static,
    changedChoice(CHOICE, { does: "drop", kind: "rank" }, 1).average,
  ];
  expect(counts).toEqual([
    { race_customize: ["all"], race_num: [5] },
    [1, 3, 5],
    ["all", "course_len", "venue"],
    ["枠番"],
    {},
  ]);
});

test("no change exceeds the plan's limit, leaves nothing, or makes analyses wait for the weights", () => {
  for (const featureLimit of [5, 6, 7]) {
    const changes = listCandidates(CHOICE, { ...CENTRAL, featureLimit });
    const counts = changes.map((change) => countFeatures(changedChoice(CHOICE, change, 1)));
    expect(Math.max(...counts)).toBeLessThanOrEqual(featureLimit);
  }
  const one: FeatureChoice = { static: ["騎手"], average: {} };
  const changes = listCandidates(one, { ...CENTRAL, featureLimit: 1 });
  expect(changes).toEqual([]);
  const all = Array.from({ length: 8 }, (_, search) => listCandidates(CHOICE, { ...CENTRAL, search: search + 1 }));
  expect(JSON.stringify(all)).not.toContain("馬体重");
  const weighed: FeatureChoice = { static: ["馬体重"], average: {} };
  expect(JSON.stringify(listCandidates(weighed, CENTRAL))).toContain("出走間隔");
});

test("the next search tries other changes; regional models are offered no central feature", () => {
  const [first, second] = [1, 2].map((search) => listCandidates(CHOICE, { ...CENTRAL, search }));
  const fresh = second!.filter((change) => !JSON.stringify(first).includes(JSON.stringify(change)));
  expect(fresh.length).toBeGreaterThanOrEqual(4);
  const regional = listCandidates(CHOICE, { ...CENTRAL, venueType: 2 });
  expect(JSON.stringify(regional)).not.toMatch(/芝|不利|race_type/);
});
