import { expect, test } from "vitest";
import { deriveRace } from "#app/domain/jv-data/derive-race.ts";
import { NO_RECORDS } from "#app/domain/jv-data/join-records.ts";
import { NO_RACE_DETAILS, NO_RUNNER_DETAILS } from "#test/unit/support/racing-factories.ts";
import { derive, reasons, rows, second, setOf } from "./derivations.ts";
import { av, cc, hr, jc, type Put, RACE_ID, ra, result, se, tc, we, wh, winPay } from "./records.ts";

test("a card gives the race and its runners as the open CSV would", () => {
  const { race, runners, payouts, unnumbered, notices } = rows([ra(), se(), se(second)]);
  expect(race).toEqual({
    raceId: RACE_ID,
    date: "2026-11-22",
    venue: "東京",
    venueType: 1,
    raceNum: 11,
    name: "ジャパンステークス",
    startTime: "15:40",
    surface: "turf",
    distanceM: 2400,
    weather: null,
    going: null,
    status: "scheduled",
    meetingNum: 5,
    meetingDay: 6,
    grade: "G1",
    raceClass: "3歳以上オープン",
    ...NO_RACE_DETAILS,
    courseWay: "左",
  });
  expect(runners[0]).toEqual({
    raceId: RACE_ID,
    horseNum: 1,
    bracketNum: 1,
    horseId: "2023105001",
    horseName: "アカイウマ",
    sex: "female",
    age: 3,
    carriedWeightKg: 54,
    jockeyId: "05473",
    jockeyName: "C.デム",
    trainerId: "01159",
    trainerName: "高柳大輔",
    status: "entered",
    finishPosition: null,
    timeS: null,
    marginS: null,
    cornerPositions: null,
    last600mS: null,
    winOdds: null,
    popularity: null,
    bodyWeightKg: null,
    bodyWeightChangeKg: null,
    prizeYen: null,
    sireName: "オオゾラ",
    damSireName: "Far Hill",
    ...NO_RUNNER_DETAILS,
    damName: "ナギサ",
  });
  expect(runners[1]).toMatchObject({ horseNum: 2, horseName: "シロイウマ", sireName: null });
  expect({ payouts, unnumbered, notices }).toEqual({ payouts: [], unnumbered: 0, notices: [] });
});

test("before the draw horses have no row and are counted", () => {
  const early = { stage: "1", horse: 0 };
  const entries = [
    se({ ...early, registered: "2023105001" }),
    se({ ...early, registered: "2023105002" }),
    se({ ...early, registered: "2023105003" }),
  ];
  expect(rows([ra({ stage: "1" }), ...entries])).toMatchObject({ runners: [], unnumbered: 3, notices: [] });
  // The third was not drawn.
  const drawn = rows([ra(), ...entries, se(), se(second)]);
  expect(drawn.runners.map(({ horseNum }) => horseNum)).toEqual([1, 2]);
  expect(drawn.unnumbered).toBe(1);
});

test("a result: time, margin, corners, last 600 m, odds, weights and prizes in the product's units", () => {
  const final: Put[] = [
    ...result(1, "2315", "-001"),
    [325, "502+002"],
    [352, "11110908"],
    [360, "003803"],
    [366, "0500000000035280"],
    [391, "346"],
  ];
  const beaten: Put[] = [...result(2, "2327", "+012"), [325, "480 000"], [352, "00000102"], [391, "360"]];
  const { race, runners } = rows([
    ra({ stage: "7" }, [888, "210"]),
    se({ stage: "7" }, ...final),
    se({ ...second, stage: "7" }, ...beaten),
  ]);
  expect(race).toMatchObject({ status: "result", weather: "cloudy", going: "firm" });
  expect(runners[0]).toMatchObject({
    status: "finished",
    finishPosition: 1,
    timeS: 151.5,
    marginS: 0,
    cornerPositions: "11-11-9-8",
    last600mS: 34.6,
    winOdds: 3.8,
    popularity: 3,
    bodyWeightKg: 502,
    bodyWeightChangeKg: 2,
    prizeYen: 503_528_000,
  });
  expect(runners[1]).toMatchObject({
    finishPosition: 2,
    timeS: 152.7,
    marginS: 1.2,
    cornerPositions: "1-2",
    winOdds: null,
    bodyWeightChangeKg: 0,
    prizeYen: 0,
  });
});

test("who did not finish has no place; a demoted horse has its corrected place and may have been faster", () => {
  const of = (code: string, ...puts: readonly Put[]) =>
    rows([ra({ stage: "7" }), se({ stage: "7" }, ...puts, [332, code])]).runners[0];
  expect(of("1", [325, "000   "])).toMatchObject({ status: "scratched", bodyWeightKg: null, prizeYen: null });
  expect(of("2")).toMatchObject({ status: "excluded" });
  expect(of("3", [325, "486+004"])).toMatchObject({ status: "excluded", bodyWeightKg: 486 });
  expect(of("4", [391, "999"], [532, "9999"])).toMatchObject({
    status: "did_not_finish",
    finishPosition: null,
    last600mS: null,
    marginS: null,
    prizeYen: 0,
  });
  expect(of("5", [333, "0200"], [339, "2316"])).toMatchObject({
    status: "disqualified",
    finishPosition: null,
    timeS: 151.6,
  });
  expect(of("7", [333, "0104"], [339, "2314"], [532, "-001"])).toMatchObject({
    status: "finished",
    finishPosition: 4,
    marginS: -0.1,
  });
  expect(of("6")).toMatchObject({ status: "did_not_finish" });
  expect(of("6", ...result(8, "3001", "+285"))).toMatchObject({ status: "finished", finishPosition: 8, timeS: 180.1 });
});

test("quick results place the first horses; the others are placed later, and their prizes are not known yet", () => {
  const third = rows([
    ra({ stage: "3" }),
    se({ stage: "3" }, ...result(1, "2315", "-001")),
    se({ ...second, stage: "3" }),
  ]);
  expect(third.race.status).toBe("result");
  expect(third.runners.map(({ status, prizeYen }) => [status, prizeYen])).toEqual([
    ["finished", null],
    ["entered", null],
  ]);
  expect(rows([ra({ stage: "5" }), se({ stage: "5" })]).runners[0]?.status).toBe("no_result");
});

test("weights: 999 and 000 are none, a first start has no change", () => {
  const of = (weight: string) => {
    const { bodyWeightKg, bodyWeightChangeKg } = rows([ra(), se(), wh({}, [weight])]).runners[0] ?? {};
    return [bodyWeightKg, bodyWeightChangeKg];
  };
  expect(of("486-012")).toEqual([486, -12]);
  expect(of("486+004")).toEqual([486, 4]);
  expect(of("486 000")).toEqual([486, 0]);
  expect(of("486    ")).toEqual([486, null]);
  expect(of("486 999")).toEqual([486, null]);
  expect(of("999 999")).toEqual([null, null]);
  expect(of("000    ")).toEqual([null, null]);
});

test("a correction of weights may name some horses; the result's own weight wins over announcements", () => {
  const announced = [wh({ at: "11221430" }, ["486+004", "470-002"]), wh({ at: "11221440" }, ["488+006"])];
  const names = { ...second, name: "アカイウマ" };
  const before = rows([ra(), se(), se(names), ...announced]);
  expect(before.runners.map(({ bodyWeightKg }) => bodyWeightKg)).toEqual([488, 470]);
  const after = rows([
    ra({ stage: "7" }),
    se({ stage: "7" }, ...result(1, "2315", "-001"), [325, "490+008"]),
    se({ ...names, stage: "7" }, ...result(2, "2327", "+012")),
    ...announced,
  ]);
  expect(after.runners.map(({ bodyWeightKg }) => bodyWeightKg)).toEqual([490, 470]);
});

test("scratches, jockeys, start times and courses as announced hold until the result says otherwise", () => {
  const changes = [av({}, "02", "シロイウマ"), jc({}, "01", "武　豊"), tc({}, "1550"), cc({}, "1600", "24")];
  const before = rows([ra(), se(), se(second), ...changes]);
  expect(before.race).toMatchObject({ startTime: "15:50", distanceM: 1600, surface: "dirt" });
  expect(before.runners[0]).toMatchObject({ jockeyId: "01126", jockeyName: "武豊", carriedWeightKg: 55 });
  expect(before.runners[1]).toMatchObject({ status: "scratched", jockeyId: "05473" });
  expect(before.notices).toEqual([]);
  const after = rows([
    ra({ stage: "7" }),
    se({ stage: "7" }, ...result(1, "2315", "-001")),
    se({ ...second, stage: "7" }, [332, "1"]),
    ...changes,
  ]);
  expect(after.race).toMatchObject({ startTime: "15:40", distanceM: 2400, surface: "turf" });
  expect(after.runners[0]).toMatchObject({ jockeyId: "05473", carriedWeightKg: 54 });
  expect(after.runners[1]?.status).toBe("scratched");
});

test("a new jockey without a code has none, and one without a name changes the weight only", () => {
  const rider = (after: string, code: string) => rows([ra(), se(), se(second), jc({}, "01", after, code)]).runners[0];
  expect(rider("未定", "00000")).toMatchObject({ jockeyId: null, jockeyName: "未定", carriedWeightKg: 55 });
  expect(rider("", "00000")).toMatchObject({ jockeyId: "05473", jockeyName: "C.デム", carriedWeightKg: 55 });
});

test("an announcement for another horse than the number's is in doubt and changes nothing", () => {
  const long = "ナガイナマエノウマデス";
  const cut = rows([ra(), se(), se({ horse: 2, name: long }), av({}, "02", long.slice(0, 9))]);
  expect(cut.runners[1]?.status).toBe("scratched");
  expect(rows([ra(), se(), se(second), av({}, "02", "ベツノウマ")])).toMatchObject({
    runners: [{ status: "entered" }, { status: "entered" }],
    notices: [{ field: "AV", reason: "number 2 is シロイウマ, not ベツノウマ: the announcement is ignored" }],
  });
  expect(reasons([ra(), se(), se(second), av({}, "07")])).toEqual([
    "number 7 is not in the race: the announcement is ignored",
  ]);
});

test("weather and going are those announced before the start, unless the result has its own", () => {
  const sky = [
    we({ at: "11220900" }, "1", "111"),
    we({ at: "11221200" }, "2", "300"),
    we({ at: "11221300" }, "3", "023"),
    we({ at: "11221541" }, "3", "034"),
  ];
  const card = [ra(), se(), se(second)];
  expect(rows(card, { sky }).race).toMatchObject({ weather: "rainy", going: "good" });
  expect(rows(card, { sky: sky.slice(0, 1) }).race).toMatchObject({ weather: "fine", going: "firm" });
  expect(rows([...card, cc({}, "2100", "23")], { sky }).race.going).toBe("yielding");
  expect(rows([...card, tc({}, "1545")], { sky }).race.going).toBe("yielding");
  const run = [ra({ stage: "7" }, [888, "141"]), se({ stage: "7" }, ...result(1, "2315", "-001")), se(second)];
  expect(rows(run, { sky }).race).toMatchObject({ weather: "fine", going: "soft" });
});

test("without the race's own record nothing is derived, and a deletion is reported", () => {
  expect(derive([se(), hr()])).toEqual({ kind: "incomplete" });
  expect(derive([ra({ stage: "7", made: "20261121" }), ra({ stage: "0", made: "20261122" }), se()])).toEqual({
    kind: "deleted",
  });
});

test("a cancelled race whose horses' records have no day of making has these horses, without a result", () => {
  const undated = { stage: "9", made: "00000000" };
  const derived = rows([
    ra({ stage: "9" }),
    se(undated),
    se({ ...undated, ...second }, [332, "1"]),
    hr({ stage: "9" }),
  ]);
  expect(derived.race.status).toBe("cancelled");
  expect(derived.runners.map(({ horseNum, status }) => [horseNum, status])).toEqual([
    [1, "no_result"],
    [2, "scratched"],
  ]);
  expect([derived.payouts, derived.notices]).toEqual([[], []]);
});

test("one number for two horses: the later stage has it, and of one stage the race is refused", () => {
  const other = { horse: 1, registered: "2023105007", name: "ベツノウマ" };
  expect(derive([ra(), se(), se(other)])).toEqual({
    kind: "refused",
    problems: [{ field: "Umaban", reason: "number 1 is given to アカイウマ and ベツノウマ" }],
  });
  const moved = rows([ra({ stage: "7" }), se(), se({ ...other, stage: "7" }, ...result(1, "2315", "-001"))]);
  expect(moved.runners.map(({ horseName }) => horseName)).toEqual(["ベツノウマ"]);
});

test("horses without a registration number are told apart by name, also after the draw", () => {
  const nameless = { registered: "0000000000" };
  const { runners } = rows([
    ra(),
    se({ ...nameless, stage: "1", horse: 0 }),
    se(nameless),
    se({ ...second, ...nameless }),
  ]);
  expect(runners.map(({ horseId }) => horseId)).toEqual(["2023-アカイウマ", "2023-シロイウマ"]);
});

test("contradictions are reported and stored as they are", () => {
  const first = se({ stage: "7" }, ...result(1, "2315", "-001"));
  const alsoFirst = se({ ...second, stage: "7" }, ...result(1, "2315", "-001"));
  const run = ra({ stage: "7" });
  expect(reasons([run, first, alsoFirst, hr({}, winPay(1, "01", 190))])).toEqual([
    "all 2 horses with a place are first",
    "2 horses won, and 1 win bets pay",
  ]);
  expect(reasons([run, first, se({ ...second, stage: "7" }, [332, "1"]), hr({}, winPay(1, "02", 10_000_010))])).toEqual(
    ["win 2 pays, and 2 did not run", "win 2 pays 10000010 yen"],
  );
  const behind = se({ ...second, stage: "7" }, ...result(2, "2316", "+001"));
  expect(reasons([run, first, behind, hr({}, winPay(1, "02", 500))])).toEqual(["win 2 pays, and 1 has won"]);
  expect(reasons([run, first, behind, hr({}, winPay(1, "01", 500))])).toEqual([]);
  expect(reasons([ra({ stage: "9" }), first, behind, hr({}, winPay(1, "01", 500))])).toEqual([
    "the race is cancelled, and 2 horses have results",
    "the race is cancelled, and has 1 payouts",
  ]);
  expect(reasons([ra(), first])).toEqual([
    "the race is at stage 2, and 1 horses have results",
    "2 horses were declared, and 1 are known",
  ]);
  expect(reasons([run, first, se({ ...second, stage: "7" })], { today: "2026-11-21" })).toEqual([
    "the race has a result and is on 2026-11-22, in the future",
  ]);
  expect(reasons([ra(), se(), se(second)], { today: "2024-12-31" })).toEqual(["the race is of 2026"]);
});

test("surfaces, classes and names by code", () => {
  const race = (...puts: readonly Put[]) => rows([ra({}, ...puts)]).race;
  const noName: Put = [33, "　".repeat(30)];
  expect(race([706, "23"]).surface).toBe("dirt");
  expect(race([706, "54"]).surface).toBe("jump");
  expect(race([706, "00"]).surface).toBeNull();
  expect(race([615, "L"]).grade).toBe("listed");
  expect(race([615, "D"]).grade).toBe("stakes");
  expect(race([615, "Q"]).grade).toBe("stakes");
  expect(race([615, "F"]).grade).toBe("G1");
  expect(race([615, " "]).grade).toBeNull();
  expect(race([635, "010"]).raceClass).toBe("3歳以上2勝クラス");
  expect(race([617, "11"], [635, "701"], noName)).toMatchObject({ name: "2歳新馬", raceClass: "2歳新馬" });
  expect(race([617, "18"], [635, "703"], noName).name).toBe("障害3歳以上未勝利");
  expect(race([638, "Ｃ２　三"], noName)).toMatchObject({ name: "C2 三", raceClass: "C2 三" });
  expect(race([33, "函館２歳ステークス　　　"]).name).toBe("函館2歳ステークス");
  const old = deriveRace(setOf([ra({ key: "2018112205050611" }, [635, "010"])]), {
    raceId: "20181122-05-11",
    meeting: NO_RECORDS,
    horses: new Map(),
    today: "2026-11-22",
  });
  expect(old).toMatchObject({ race: { raceClass: "3歳以上1000万円以下" } });
});

test("conditions, purses and laps by code", () => {
  const race = (...puts: readonly Put[]) => rows([ra({}, ...puts)]).race;
  expect(race([619, "A23"], [622, "1"], [706, "18"], [710, "B "])).toMatchObject({
    ...{ entryMarks: "(混)牝[指]", weightRule: "handicap", courseWay: "右・外", rail: "B" },
  });
  expect(race([619, "N01"], [622, "4"], [706, "10"])).toMatchObject({
    ...{ entryMarks: "(国際)(指)", weightRule: "set", courseWay: "直線", rail: null },
  });
  expect(race([619, "Q00"]).entryMarks).toBeNull();
  const purses = "0015500000062000000387500002325000015500";
  expect(race([714, purses])).toMatchObject({ pursesYen: "15500000-6200000-3875000-2325000-1550000" });
  // A dead heat for second: the record has the shared prizes, and those of the card as the earlier ones.
  expect(race([714, "001550000005037500050375"], [770, purses])).toMatchObject({
    pursesYen: "15500000-6200000-3875000-2325000-1550000",
  });
  expect(race([891, "071109115000"]).lapsS).toBe("7.1-10.9-11.5");
});

test("stable, allowance, blinkers and lengths of a horse by code", () => {
  const horse = (...puts: readonly Put[]) => {
    const run = [...result(2, "2261", "+005"), ...puts];
    return rows([
      ra({ stage: "7" }),
      se({ stage: "7" }, ...run),
      se({ ...second, stage: "7" }, ...result(1, "2256", "-005")),
    ]).runners[0];
  };
  expect(horse([85, "2"], [295, "1"], [323, "3"], [343, "112"])).toMatchObject({
    ...{ trainerBase: "ritto", blinkers: true, apprentice: "▲", lengths: "1 1/2" },
  });
  expect([" 34", "3  ", "K  ", "Z  ", "   "].map((code) => horse([343, code])?.lengths)).toEqual([
    ...["3/4", "3", "クビ", "10", null],
  ]);
  expect(horse([323, "9"], [295, "0"])).toMatchObject({ apprentice: "◇", blinkers: null });
});

test("the mean of 200 m that jump records have in place of the last 600 m is not taken", () => {
  const jump = rows([ra({ stage: "7" }, [706, "54"]), se({ stage: "7" }, ...result(1, "3315", "-001"), [391, "135"])]);
  expect(jump.runners[0]).toMatchObject({ timeS: 211.5, last600mS: null });
});

test("ages until 2000 were counted from 1 at birth", () => {
  const key = "2000112205050611";
  const old = deriveRace(setOf([ra({ key }), se({ key }, [83, "05"])]), {
    raceId: "20001122-05-11",
    meeting: NO_RECORDS,
    horses: new Map(),
    today: "2026-11-22",
  });
  expect(old).toMatchObject({ runners: [{ age: 4 }] });
});
