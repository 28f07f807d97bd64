// @module-tag full
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { addDays } from "#app/domain/racing/japan-time.ts";
import type { Evaluation } from "#scripts/evaluate/protocol.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const DAYS = 60;
const RACES_A_DAY = 12;
/** The last fifteen days. */
const TESTED = 15 * RACES_A_DAY;
const FIRST_DAY = "2023-01-07";

/** Keys of the document: those from before November 2026, then the later ones. */
const KEYS = [
  ...["races", "logLoss", "uniformLogLoss", "pseudoR2", "marketPseudoR2", "top1WinRate", "calibrationError"],
  ...["returns", "baselines", "seconds", "peakMemoryBytes", "learner", "walkForward"],
  ...["placeCalibrationError", "placeCalibrationPerfect", "quinellaCalibrationError", "quinellaCalibrationPerfect"],
  ...["slope", "secondStage"],
];

/** Races of six horses; the horse with the lower id wins more often than not. */
function writeRaces(folder: string): void {
  const races = ["race_id,date,venue,venue_type,race_num,name,start_time,surface,distance_m,weather,going"];
  const runners = [
    "race_id,horse_num,bracket_num,horse_id,horse_name,sex,age,carried_weight_kg,jockey_id,jockey_name,trainer_id," +
      "trainer_name,status,finish_position,time_s,margin_s,corner_positions,last_600m_s,win_odds,popularity," +
      "body_weight_kg,body_weight_change_kg,prize_yen,sire_name,dam_sire_name",
  ];
  const payouts = ["race_id,bet_type,combination,payout_yen"];
  for (let day = 0; day < DAYS; day++) {
    for (let num = 1; num <= RACES_A_DAY; num++) {
      const id = `d${day}r${num}`;
      races.push(`${id},${addDays(FIRST_DAY, 7 * day)},東京,1,${num},試験,,turf,1600,fine,firm`);
      const horses = [0, 1, 2, 3, 4, 5].map((i) => (i * 5 + day + num) % 24);
      // A fixed disturbance replaces luck.
      const order = horses
        .map((horse, i) => ({ horse, horseNum: i + 1, rank: horse + ((day * 7 + i * 11 + num * 5) % 13) }))
        .sort((a, b) => a.rank - b.rank || a.horseNum - b.horseNum);
      order.forEach(({ horse, horseNum }, position) => {
        const odds = (2 + horse / 2).toFixed(1);
        const time = (95 + position * 0.3).toFixed(1);
        const card = `${id},${horseNum},${horseNum},h${horse},ウマ${horse},male,4,55,j${horse % 5},騎手,t1,師`;
        const margin = (position * 0.3).toFixed(1);
        runners.push(
          `${card},finished,${position + 1},${time},${margin},,35.0,${odds},,480,0,${position === 0 ? 5000000 : 0},,`,
        );
      });
      const [first, second] = order.map(({ horseNum }) => horseNum);
      const pair = [first, second].sort((a, b) => a! - b!).join("-");
      payouts.push(`${id},win,${first},300`, `${id},quinella,${pair},900`);
    }
  }
  writeFileSync(path.join(folder, "races.csv"), races.join("\n"));
  writeFileSync(path.join(folder, "runners.csv"), runners.join("\n"));
  writeFileSync(path.join(folder, "payouts.csv"), payouts.join("\n"));
}

const evaluate = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/evaluate/main.ts", ...args], { cwd: ROOT });

test("the command imports, trains, measures and prints one JSON document", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "evaluate-test-"));
  try {
    writeRaces(folder);
    const trainUntil = addDays(FIRST_DAY, 7 * 44);
    const { stdout } = await evaluate(
      folder,
      ...["--features", "default", "--train-until", trainUntil, "--test-until", "2024-12-31", "--json"],
      ...["--predictions", path.join(folder, "predictions.csv")],
    );
    const result = JSON.parse(stdout) as Evaluation;
    expect(result).toMatchObject({ races: TESTED, learner: "boosted-trees" });
    expect(result.uniformLogLoss).toBeCloseTo(Math.log(6), 10);
    expect(result.pseudoR2).toBeGreaterThan(0.1);
    expect(result.pseudoR2).toBeCloseTo(1 - result.logLoss! / Math.log(6), 10);
    expect(result.marketPseudoR2).toBeGreaterThan(0);
    expect(result.returns.win).toMatchObject({ races: TESTED });
    // Payouts are 300 a win: the rate is half of three times the share of races hit.
    expect(result.returns.win.returnRate).toBeCloseTo(1.5 * result.returns.win.hitRate!, 10);
    expect(result.returns.place).toEqual({ returnRate: null, low: null, high: null, hitRate: null, races: 0 });
    expect(result.baselines.favourite.quinella.races).toBe(TESTED);
    // Four fifths of the 45 training days were tested by refits on the days before.
    const walk = result.walkForward!;
    expect(walk).toMatchObject({ to: trainUntil, races: 36 * RACES_A_DAY });
    expect(walk.returns.win.races).toBe(walk.races);
    expect(walk.conditions.skill.year[0]).toMatchObject({ key: "2023", races: walk.races });
    const { placeCalibrationError, placeCalibrationPerfect, quinellaCalibrationError, slope } = result;
    for (const error of [placeCalibrationError, placeCalibrationPerfect, quinellaCalibrationError]) {
      expect(error).toBeGreaterThan(0);
      expect(error).toBeLessThan(0.5);
    }
    expect(slope).toBeGreaterThan(0);
    // Readers of the document count on these, whatever is added.
    expect(Object.keys(result).sort()).toEqual([...KEYS].sort());
    expect(Object.keys(result.secondStage!).sort()).toEqual(
      ["marketExponent", "modelExponent", "deltaR2", "low", "high"].sort(),
    );
    for (const figure of Object.values(result.secondStage!)) expect(figure).toBeTypeOf("number");
    expect(result.secondStage!.low).toBeLessThanOrEqual(result.secondStage!.deltaR2);
    expect(result.secondStage!.high).toBeGreaterThanOrEqual(result.secondStage!.deltaR2);
    const [head, ...lines] = readFileSync(path.join(folder, "predictions.csv"), "utf8").trim().split("\n");
    expect(head).toBe("race_id,horse_num,win,place");
    const rows = lines.map((line) => line.split(","));
    expect(rows).toHaveLength(6 * TESTED);
    expect(rows.reduce((sum, [, , win]) => sum + Number(win), 0)).toBeCloseTo(TESTED, 6);
    expect(rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBeCloseTo(2 * TESTED, 6);
    for (const [, , win, place] of rows) expect(Number(place)).toBeGreaterThanOrEqual(Number(win));
    expect(Object.keys(result.seconds)).toEqual(["features", "train", "report"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("invalid arguments and data are refused in one line", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "evaluate-test-"));
  try {
    const file = path.join(folder, "choice.json");
    writeFileSync(file, JSON.stringify({ static: ["騎手", "占い"], average: {} }));
    const days = ["--train-until", "2023-12-31", "--test-until", "2024-12-31"];
    await expect(evaluate(folder, "--features", file, ...days)).rejects.toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("is no choice of features: static.1"),
    });
    await expect(evaluate(folder, "--features", "all", ...days)).rejects.toMatchObject({
      stderr: expect.stringContaining("holds no races.csv"),
    });
    await expect(
      evaluate(folder, "--features", "all", "--train-until", "2023-02-31", "--test-until", "2024-01-01"),
    ).rejects.toMatchObject({ stderr: expect.stringContaining("2023-02-31 is no date") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
