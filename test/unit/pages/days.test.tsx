import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type BoardOrder, DayCourses, orderLinks } from "#app/components/days/day-board.tsx";
import { boardLead, type DayBoardData, headSums, leftToAnalyse } from "#app/components/days/day-board-data.ts";
import { DayHead, dayTitle, nextStartWords } from "#app/components/days/day-head.tsx";
import { overWords, plannedVenues, planWords } from "#app/components/days/day-plan-words.ts";
import { timeRows } from "#app/components/days/day-rows.tsx";
import { DaySums } from "#app/components/days/day-sums.tsx";
import type { BoardRow } from "#app/domain/days/day-board.ts";
import type { DaySide } from "#app/domain/days/day-returns.ts";
import type { PlannedRace } from "#app/domain/days/plan-day.ts";
import { SHARED_MARKS } from "#app/domain/scoring/shared-analysis.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import { findDayRefusal } from "#app/forms/analyses/day-refusals.ts";
import { makeRace } from "#test/unit/support/racing-factories.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

const DAY = "2026-11-22";
const NOW = Date.parse(`${DAY}T14:36:00+09:00`) / 1000;

const raceOf = (venue: string, raceNum: number, startTime: string, values: Partial<RaceSummary> = {}): RaceSummary =>
  makeRace({
    ...{ raceId: `${venue}${raceNum}`, date: DAY, venue, raceNum, name: "3歳以上1勝クラス", startTime },
    ...{ surface: "turf", distanceM: 1600, weather: "fine", going: "firm", meetingNum: 5, meetingDay: 6 },
    ...{ runnerCount: 16, isAcquiredWeight: true, ...values },
  });

const marked = ["コガネバス", "ソラマメ", "ツキミドウロ"].map((horseName, place) => ({
  ...{ horseNum: 5 + place * 3, bracketNum: 3 + place, horseName, isOut: false },
  mark: SHARED_MARKS[place] ?? null,
  isPick: place === 0,
}));

const index = {
  ...{ analysisId: 7, pick: 5, marked, probability: 0.31 },
  ...{ isAfterStart: false, isLearntFrom: false },
};
const winner = {
  ...{ horseNum: 7, bracketNum: 4, horseName: "ハナミズキ", status: "finished" as const, finishPosition: 1 },
};
const COMING = { winners: [], scratched: [] };

const ROWS: BoardRow<RaceSummary>[] = [
  {
    race: raceOf("京都", 1, "10:00", { status: "result" }),
    index,
    gap: null,
    result: { status: "finished", position: 1, winYen: 240, placeYen: 120 },
    ...COMING,
  },
  {
    race: raceOf("東京", 1, "10:20", { status: "result" }),
    index: { ...index, analysisId: 8, probability: 0.12, isAfterStart: true },
    gap: null,
    result: { status: "finished", position: 9, winYen: null, placeYen: null },
    ...{ winners: [winner], scratched: [] },
  },
  {
    race: raceOf("東京", 10, "14:50", { name: "紅霜ステークス", grade: "listed" }),
    index: {
      ...index,
      analysisId: 9,
      probability: 0.2,
      marked: marked.map((m) => ({ ...m, isOut: m.horseNum === 8 })),
    },
    gap: null,
    result: null,
    ...COMING,
  },
  { race: raceOf("東京", 11, "15:30"), index: null, gap: "awaits-weights", result: null, ...COMING },
  {
    race: raceOf("東京", 12, "16:05", { isAcquiredWeight: false }),
    ...{ index: null, gap: "to-count", result: null, winners: [], scratched: [3] },
  },
];

const bet = (hits: number, payoutYen: number) => ({
  ...{ races: 18, hits, stakeYen: 1800, payoutYen, interval: { low: 0.27, high: 1.85 } },
});
const side = (finishes: DaySide["finishes"], payoutYen: number): DaySide => ({
  finishes,
  bets: { win: bet(finishes[0], payoutYen), place: bet(11, 1730) },
});

const BOARD: DayBoardData = {
  ...{ rows: ROWS, model: { modelId: 3, name: "末脚マイスター" }, hasIndex: true },
  ...{ leftOut: { afterStart: 1, others: 0 }, deletedInSums: 0 },
  returns: { races: 18, model: side([5, 4, 2, 7], 1790), favourite: side([7, 4, 2, 5], 1760), verdict: 0 },
};

const draw = (order: BoardOrder = "venue", rows = ROWS) =>
  renderToStaticMarkup(<DayCourses rows={timeRows(rows, NOW)} order={order} hasNames />);
test("a row has the marks with number and name and ◎'s chance, and after the race what became of ◎", () => {
  const words = textOf(draw());
  expect(words).toContain("◎ 本命 3枠 5 番 コガネバス");
  expect(words).toMatch(/▲ 単穴 5枠 11 番 ツキミドウロ 勝率 20%/);
  expect(words).toMatch(/8 番 ソラマメ 出走しません/);
  expect(words).toContain("単 240円 ◎ 1着");
  expect(words).toContain("勝 4枠 7 番 ◎ 9着");
  expect(words).toContain("発走後の分析");
});

test("a row without marks has what is exceptional, and nothing that holds for every race", () => {
  const words = textOf(draw());
  expect(words).toContain("馬体重待ち 馬体重 出た");
  expect(words).toContain("16頭 （3番 取消）");
  for (const word of ["未分析", "発走前", "馬体重発表前", "結果確定", "完了"]) expect(words).not.toContain(word);
  const plain = (values: Partial<RaceSummary>, more: object = {}) =>
    textOf(
      draw("venue", [
        { race: raceOf("東京", 5, "14:40", values), index: null, gap: null, result: null, ...COMING, ...more },
      ]),
    );
  expect(plain({})).toContain("あと4分");
  expect(plain({})).toMatch(/馬体重 出た 次/);
  expect(plain({ startTime: "14:00" })).toContain("発走済み");
  expect(plain({ status: "cancelled" })).toContain("中止");
  expect(plain({ status: "result" }, { winners: [winner] })).toContain("1着 4枠 7 番 ハナミズキ");
  expect(plain({ grade: "G3" })).toContain("GⅢ");
});

test("a row leads to its analysis, else to the choice of a model, with the card beside it", () => {
  const html = draw();
  expect(html).toContain('href="/analyses/9"');
  const query = new URLSearchParams({ date: DAY, race: "東京12" });
  expect(html).toContain(`href="/races?${query.toString().replace("&", "&amp;")}"`);
  expect(html).toContain(`href="/races/${encodeURIComponent("東京12")}"`);
  expect(
    draw("venue", [{ ...ROWS[4], race: raceOf("東京", 12, "16:05", { status: "cancelled" }) } as never]),
  ).not.toContain("/races?");
});

test("the orders are by course, by time and by ◎'s chance", () => {
  const racesOf = (html: string) =>
    [...html.matchAll(/class="one[^"]*" href="\/(?:analyses\/|races\?)([^"]+)"/g)].map(([, id]) => id);
  expect(racesOf(draw("solid")).slice(0, 3)).toEqual(["7", "9", "8"]);
  expect(racesOf(draw("time")).slice(0, 3)).toEqual(["7", "8", "9"]);
  expect(draw()).toContain('id="course-2"');
  expect(draw("time")).not.toContain("course-1");
  expect(orderLinks(["venue", "solid"], "solid", "/days/x?model=3")).toEqual([
    { to: "/days/x?model=3", label: "場ごと", isCurrent: false },
    { to: "/days/x?model=3&by=solid", label: "堅い順", isCurrent: true },
  ]);
});

test("courses stand in the order of the race list on the board and in the confirmation, whichever starts first", () => {
  const races = [raceOf("東京", 1, "09:50"), raceOf("京都", 1, "10:00"), raceOf("大井", 1, "09:30", { venueType: 2 })];
  const rows = races.map((race) => ({ race, index: null, gap: "to-count" as const, result: null, ...COMING }));
  const html = draw("venue", rows);
  expect([...html.matchAll(/<h3>([^<]+)/g)].map(([, venue]) => venue)).toEqual(["京都", "東京", "大井"]);
  const planned = races.map((race) => ({
    ...{ race, state: "to-count" as const, awaitsWeights: false, isStarted: false },
  }));
  expect(plannedVenues(planned, null).map(({ venue }) => venue)).toEqual(["京都", "東京", "大井"]);
});

test("the head says how many races are settled, ◎ beside the favourite, and how ◎ finished in each race", () => {
  const rows = timeRows(ROWS, NOW);
  const sums = headSums(BOARD.returns);
  expect(dayTitle(rows)).toBe("結果確定 2R、残り3R");
  expect(dayTitle(timeRows(ROWS.slice(2), NOW))).toBe("東京の3レース");
  expect(dayTitle(timeRows(ROWS.slice(0, 2), NOW))).toBe("全2Rの結果確定");
  expect(nextStartWords(rows)).toBe("次の発走は東京10R 14:50（あと14分）");
  const days = { date: DAY, today: DAY, previous: "2026-11-21", next: "2026-12-05", root: "/days/" as const };
  const html = renderToStaticMarkup(<DayHead {...days} title="題" lead={null} sums={sums} rows={rows} />);
  const words = textOf(html);
  expect(html).toContain('href="/days/2026-11-21"');
  expect(words).toContain("◎の1着 5 / 18 1番人気は 7 / 18");
  expect(words).toContain("18レースの回収率は、運だけで27〜185%動きます。");
  expect(words).toContain("1R 1 着");
  expect(words).toContain("10R 10R 発走前");
});

test("the sums stand beside the favourite's with stake, return and interval, and the sentence that nothing can be concluded", () => {
  const sums = (board: DayBoardData) =>
    textOf(renderToStaticMarkup(<DaySums board={board} modelName="末脚マイスター" />));
  const words = sums(BOARD);
  expect(words).toContain("結果が確定した18レース・◎を100円ずつ買っていたら");
  expect(words).toContain("99.4 % 27〜185%");
  expect(words).toContain(
    "◎の単勝は1,800円を買い、1,790円が戻りました。1番人気の単勝は1,800円を買い、1,760円が戻りました。",
  );
  expect(words).toContain("18レースでは運で動く幅が大きく、1番人気より上か下かは言えません。");
  expect(words).toContain("発走後に分析した1レースは入れていません。");
  const open = { ...BOARD, returns: null };
  expect(sums(open)).toContain("発走前に分析したレースの結果が確定すると、ここに出ます。");
});

test("the lead says where the day stands, and what is left is offered", () => {
  const all = { ...BOARD, leftOut: { afterStart: 0, others: 0 } };
  expect(boardLead(all, null)).toBe("18レースが終わり、◎は1着5回・2着4回・3着2回");
  expect(boardLead(BOARD, null)).toBe("合計に入る18レースで、◎は1着5回・2着4回・3着2回");
  expect(boardLead(BOARD, { races: 5, done: 2, awaitingWeights: 1 })).toBe("分析しています");
  const none: DayBoardData = { ...BOARD, rows: [], returns: null, hasIndex: false };
  expect(boardLead(none, null)).toBe("この日はまだ分析していません");
  expect(boardLead({ ...BOARD, returns: null }, null)).toBe("3レースを分析しました");
  expect(boardLead({ ...BOARD, returns: null }, { races: 4, done: 3, awaitingWeights: 1 })).toBe(
    "馬体重の発表を待っています",
  );
  const model = { modelId: 3, name: "末脚マイスター", canAnalyse: true };
  expect(leftToAnalyse({ ...BOARD, model })).toEqual({ venues: ["東京"], races: 1, label: "東京の残り1Rを分析" });
  expect(leftToAnalyse({ ...BOARD, hasIndex: false, model })?.label).toBe("末脚マイスターで1レースを分析");
  expect(leftToAnalyse({ ...BOARD, model: { ...model, canAnalyse: false } })).toBeNull();
});

test("the confirmation says what is not counted, what waits and what comes after the start", () => {
  const planned = (race: RaceSummary, values: Partial<PlannedRace<RaceSummary>> = {}): PlannedRace<RaceSummary> => ({
    ...{ race, state: "to-count", awaitsWeights: false, isStarted: false },
    ...values,
  });
  const races = [
    planned(raceOf("京都", 1, "10:00"), { isStarted: true }),
    planned(raceOf("京都", 2, "10:30"), { state: "analysed" }),
    planned(raceOf("東京", 1, "10:20"), { state: "pending" }),
    planned(raceOf("東京", 2, "10:50"), { awaitsWeights: true }),
    planned(raceOf("東京", 3, "11:20"), { state: "no-weights" }),
    planned(raceOf("東京", 4, "11:50"), { state: "cancelled" }),
  ];
  expect(planWords(races)).toEqual([
    "1レースは同じデータで分析済みです。回数は使いません。",
    "1レースはもう頼んであります。回数は使いません。",
    "1レースは馬体重の発表を待ち、発表されしだい分析します。発表がなければ回数を戻します。",
    "1レースは発走後の分析になり、成績には入りません。",
    "1レースは馬体重がないため、このモデルでは分析できません。",
    "1レースは中止か出走馬未定のため分析できません。",
  ]);
  expect(plannedVenues(races, ["東京"])).toEqual([
    { venue: "京都", meeting: "5回6日", times: "10:00〜10:30", races: 2, toCount: 1, isChosen: false },
    { venue: "東京", meeting: "5回6日", times: "10:20〜11:50", races: 4, toCount: 1, isChosen: true },
  ]);
  expect(plannedVenues(races, null).every(({ isChosen }) => isChosen)).toBe(true);
  expect(overWords(10, 24)).toBe("残り10回では24レースを分析できません");
  expect(findDayRefusal("changed")).toContain("もう一度押してください");
  expect(findDayRefusal("constructor")).toBeNull();
});

test("the fields of the confirmation: one course or several, races by name, and nothing else", async () => {
  const { dayFormSchema } = await import("#app/forms/analyses/day-forms.server.ts");
  const { parseWithZod } = await import("@conform-to/zod/v4");
  const read = (...entries: [string, string][]) => {
    const form = new FormData();
    for (const [name, value] of [["model_id", "3"], ["form_key", "abcdefgh"], ...entries] as const) {
      form.append(name, value);
    }
    const submission = parseWithZod(form, { schema: dayFormSchema });
    return submission.status === "success" ? submission.value : null;
  };
  const form = { modelId: 3, formKey: "abcdefgh" };
  expect(read(["venue", "京都"], ["stated", "12"])).toEqual({ ...form, venues: ["京都"], only: null, stated: 12 });
  expect(read(["venue", "京都"], ["venue", "東京"], ["stated", "24"])).toMatchObject({ venues: ["京都", "東京"] });
  expect(read(["venue", "京都"], ["stated", "24"], ["named", "1"], ["race", "r1"])).toEqual({
    ...form,
    ...{ venues: ["京都"], only: ["r1"], stated: null },
  });
  expect(read(["venue", "京都"])).toBeNull();
  expect(read(["venue", "京都"], ["stated", "x"])).toBeNull();
});
