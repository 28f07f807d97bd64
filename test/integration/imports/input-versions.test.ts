import { beforeEach, expect, test } from "vitest";
import {
  csv,
  type Files,
  filesOf,
  payoutRow,
  type Row,
  raceRow,
  runnerRow,
  smallSet,
} from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";

const site = openImportSite();
beforeEach(async () => {
  await site.importSet(filesOf(smallSet()));
});

/** Ids of the imports that last changed race R4, its inputs and its body weights. */
async function versions() {
  const race = (await site.state()).racing.races?.find(({ race_id }) => race_id === "R4");
  return [race?.data_version, race?.inputs_version, race?.weights_version];
}

const ENTERED = { status: "entered", finish_position: "", time_s: "", margin_s: "", corner_positions: "" };
/** Runner 1 of R4 as the small set has it, which is not weighed yet, with changes. */
const runner = (change: Row): Files => ({
  "runners.csv": csv([runnerRow({ race_id: "R4", ...ENTERED, body_weight_kg: "", ...change })]),
});
const race = (change: Row): Files => ({
  "races.csv": csv([raceRow({ race_id: "R4", date: "2024-05-06", race_num: 2, ...change })]),
});

test.each<[string, () => Files]>([
  ["payouts", () => ({ "payouts.csv": csv([payoutRow({ race_id: "R4" })]) })],
  [
    "a result with times, odds and prize",
    () =>
      runner({
        status: "finished",
        finish_position: 1,
        time_s: 95.1,
        margin_s: 0,
        win_odds: 9.9,
        prize_yen: 1,
        trouble: 1,
      }),
  ],
  ["a start time and a status", () => race({ start_time: "10:15", status: "cancelled" })],
  ["names of people and of the horse", () => runner({ jockey_name: "新人", trainer_name: "別名", horse_name: "ベツ" })],
])("%s change the race's data, and neither inputs nor weights", async (_what, files) => {
  expect(await site.importSet(files())).toMatchObject({ status: "done" });
  expect(await versions()).toEqual([2, 1, 1]);
});

test.each<[string, () => Files]>([
  ["the going", () => race({ going: "soft" })],
  ["the weather, which becomes unknown", () => race({ weather: "" })],
  ["course and distance", () => race({ surface: "dirt", distance_m: 1700 })],
  ["the name, which may say the class", () => race({ name: "別名" })],
  ["the day", () => race({ date: "2024-05-07" })],
  ["a jockey", () => runner({ jockey_id: "J9" })],
  ["a jockey, who becomes unknown", () => runner({ jockey_id: "" })],
  ["a carried weight", () => runner({ carried_weight_kg: 56.5 })],
  ["a withdrawal", () => runner({ status: "scratched" })],
  ["a bracket", () => runner({ bracket_num: 2 })],
  ["a new runner", () => runner({ horse_num: 4, body_weight_change_kg: "" })],
])("%s changes the inputs", async (_what, files) => {
  expect(await site.importSet(files())).toMatchObject({ status: "done" });
  expect(await versions()).toEqual([2, 2, 1]);
});

test("body weights change the weights only; repeated, nothing; and other races keep their versions", async () => {
  const weighed = runner({ body_weight_kg: 482, body_weight_change_kg: 2 });
  await site.importSet(weighed);
  expect(await versions()).toEqual([2, 1, 2]);
  await site.importSet(weighed);
  expect(await versions()).toEqual([2, 1, 2]);
  // Two runners in one chunk and one in another: the race's versions are those of all of them.
  const rows = [
    runnerRow({ race_id: "R4", ...ENTERED, body_weight_kg: 484, body_weight_change_kg: 4 }),
    runnerRow({ race_id: "R4", horse_num: 2, jockey_id: "J9", ...ENTERED, body_weight_kg: "" }),
    runnerRow({ race_id: "R4", horse_num: 3, ...ENTERED, win_odds: 7, body_weight_kg: "" }),
  ];
  await site.importSet({ "runners.csv": csv(rows) });
  expect(await versions()).toEqual([4, 4, 4]);
  const { races } = (await site.state()).racing;
  expect(races?.slice(0, 3).map((each) => [each.inputs_version, each.weights_version])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
});

test("a version that is the number of a later import is not raised with what that import changes", async () => {
  // As where a delivery ended before an import that began earlier: from then on versions are ahead of ids.
  await site.sql("update imports set data_version = 2 where id = 1");
  await site.sql("update races set data_version = 2, inputs_version = 2, weights_version = 2");
  expect(await site.importSet({ "payouts.csv": csv([payoutRow({ race_id: "R4" })]) })).toMatchObject({
    status: "done",
  });
  expect(await versions()).toEqual([3, 2, 2]);
  await site.importSet(runner({ body_weight_kg: 482 }));
  expect(await versions()).toEqual([4, 2, 4]);
});
