import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRest } from "#app/components/model-form/model-meter.tsx";
import { formatLeft } from "#app/components/models/model-progress.tsx";
import { formatGoings } from "#app/components/parts/race-words.ts";
import { NO_RACES } from "#app/components/race-list/races-view.tsx";
import { offerModels } from "#app/components/races/race-model-offer.ts";
import { raceStates } from "#app/components/races/race-states.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { nearestDays } from "#app/domain/racing/race-days.ts";
import { neighbourMonths, readMonth, venueLetter, weeksOfMonth } from "#app/domain/racing/race-months.ts";
import { minutesToStart } from "#app/domain/racing/race-start.ts";
import { refused } from "#app/domain/refused.ts";
import { readRaceSearch } from "#app/forms/analyses/race-search.server.ts";
import { offeredDays, readRaceDay } from "#app/forms/analyses/race-search.ts";
import { isOwnVisit, isVisit, readId, readPage } from "#app/http/request-reading.ts";
import { loader as dayLoader } from "#app/routes/_app.races._index.tsx";
import { loader as cardLoader } from "#app/routes/_app.races.$raceId._index.tsx";
import { loader as betsLoader } from "#app/routes/_app.races.$raceId.bets.tsx";
import { loader as modelsLoader } from "#app/routes/_app.races.$raceId.models.tsx";
import { loader as resultLoader } from "#app/routes/_app.races.$raceId.result.tsx";
import type { Services } from "#app/services/create-services.server.ts";
import { createTestContext } from "#test/unit/support/load-context.ts";

const TODAY = "2026-11-21";

/** What a loader returns, or status and Location of the response that it throws. Only race 11 of a day is stored. */
async function load(loader: (args: LoaderFunctionArgs) => unknown, path: string, raceId?: string): Promise<unknown> {
  const named = (asked: { raceId: string }) =>
    asked.raceId === "nowhere" ? null : { raceId: "20261122-05-11", date: "2026-11-22" };
  const services = {
    auth: { findSessionUser: async () => ({ id: 1, plan: 1 }) },
    races: {
      listDay: async (asked: { raceId: string }) => ({
        ...NO_RACES,
        kind: "races",
        days: { nearby: [], years: [] },
        named: named(asked),
      }),
      readCard: async () => null,
      readModels: async () => null,
      readBets: async ({ modelId }: { modelId: number | null }) => (modelId === 7 ? refused("model") : null),
      find: async (asked: { raceId: string }) => {
        const race = named(asked);
        return race && { race, runners: [] };
      },
    },
  } as unknown as Services;
  const context = createTestContext(services);
  const headers = { Cookie: context.sessionCookie("token").split(";")[0] ?? "" };
  const request = new Request(`http://site.example${path}`, { headers });
  try {
    return await loader({ request, params: { raceId }, context: { ...context } });
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return [thrown.status, thrown.headers.get("Location")];
  }
}

test("another id of a race redirects to its own address, and an unknown id does not", async () => {
  const own = "20261122-05-11";
  expect(await load(dayLoader, "/races?race=other-11")).toEqual([302, `/races?date=2026-11-22&race=${own}`]);
  for (const unknown of ["nowhere", own])
    expect(await load(dayLoader, `/races?race=${unknown}`)).toMatchObject({ isRaceMissing: true });

  expect(await load(cardLoader, "/races/other-11?sort=index", "other-11")).toEqual([302, `/races/${own}?sort=index`]);
  expect(await load(resultLoader, "/races/other-11/result", "other-11")).toEqual([302, `/races/${own}/result`]);
  const modelsPath = "/races/other-11/models?m=1&m=2";
  expect(await load(modelsLoader, modelsPath, "other-11")).toEqual([302, `/races/${own}/models?m=1&m=2`]);
  expect(await load(modelsLoader, "/races/nowhere/models", "nowhere")).toEqual([404, null]);
  expect(await load(betsLoader, "/races/other-11/bets?budget=600", "other-11")).toEqual([
    302,
    `/races/${own}/bets?budget=600`,
  ]);
  expect(await load(betsLoader, "/races/nowhere/bets", "nowhere")).toEqual([404, null]);
  expect(await load(betsLoader, `/races/${own}/bets?model=7`, own)).toEqual([404, null]);
  expect(await load(cardLoader, "/races/nowhere", "nowhere")).toEqual([404, null]);
  expect(await load(resultLoader, "/races/nowhere/result", "nowhere")).toEqual([404, null]);
});

test("a date query that is no calendar day is ignored, which means today", () => {
  expect(readRaceDay("2024-02-29", TODAY)).toBe("2024-02-29");
  for (const bad of [
    null,
    "",
    "2026-02-31",
    "2023-02-29",
    "2026-2-1",
    "20260201",
    "2026-02-01T00:00",
    "today",
    "9999-99-99",
  ]) {
    expect(readRaceDay(bad, TODAY), String(bad)).toBe(TODAY);
  }
});

test("the search accepts an existing day of the offered years", () => {
  const search = (query: string) => readRaceSearch(new URLSearchParams(query), TODAY);
  expect(search("year=2018&month=1&day=6").day).toBe("2018-01-06");
  expect(search("year=2026&month=12&day=31").day).toBe("2026-12-31");
  expect(search("")).toEqual({ day: null, lastResult: null, selected: { year: 2026, month: 11, day: 21 } });
  const error = { "": ["その日付はありません。年・月・日を選び直してください。"] };
  expect(search("year=2026&month=2&day=31")).toMatchObject({
    day: null,
    lastResult: { status: "error", error },
    selected: { year: 2026, month: 2, day: 31 },
  });
  for (const bad of [
    "year=2017&month=1&day=6",
    "year=2027&month=1&day=6",
    "year=2026&month=13&day=1",
    "year=2026&month=1",
    "year=2026&month=-1&day=1",
    "year=0x7EA&month=1&day=1",
  ]) {
    expect(search(bad), bad).toMatchObject({ day: null, lastResult: { error } });
  }
});

test("ids and pages are positive whole numbers", () => {
  expect(readId("12")).toBe(12);
  for (const bad of [null, undefined, "", "0", "-1", "1.5", "1e3", "abc", " 1", "01", "9".repeat(30)])
    expect(readId(bad)).toBeNull();
  expect(["3", "2000000"].map(readPage)).toEqual([3, 1_000_000]);
  for (const bad of [null, "0", "-2", "x", "1.5"]) expect(readPage(bad)).toBe(1);
});

test("a prefetch is recognised by its header and is no visit, and neither is a HEAD", () => {
  const request = (headers: Record<string, string>, method = "GET") =>
    new Request("http://localhost/", { headers, method });
  expect(isVisit(request({ "Sec-Purpose": "prefetch;prerender" }))).toBe(false);
  expect(isVisit(request({ Purpose: "prefetch" }))).toBe(false);
  expect(isVisit(request({ "X-Purpose": "preview" }))).toBe(false);
  expect(isVisit(request({ "X-Moz": "prefetch" }))).toBe(false);
  expect(isVisit(request({}, "HEAD"))).toBe(false);
  expect(isVisit(request({}))).toBe(true);
  const sites = ["none", "same-origin", "same-site", "cross-site"];
  expect(sites.map((site) => isOwnVisit(request({ "Sec-Fetch-Site": site })))).toEqual([true, true, false, false]);
  expect([isOwnVisit(request({})), isOwnVisit(request({ Purpose: "prefetch" }))]).toEqual([true, false]);
});

test("complete, enabled models of the race's venue type are offered; those that must wait show why", () => {
  const base = {
    venueType: 1,
    featureCount: 31,
    isWeight: false,
    status: 2,
    disabled: null,
    report: { pseudoR2: 0.1624 },
  };
  const models = [
    { ...base, modelId: 1, name: "馬体重", isWeight: true },
    { ...base, modelId: 2, name: "ふつう" },
    { ...base, modelId: 3, name: "南関", venueType: 2 },
    { ...base, modelId: 4, name: "停止", disabled: "too-many-features" },
    { ...base, modelId: 5, name: "作成中", status: 1, report: null },
    { ...base, modelId: 6, name: "エラー", status: 3 },
  ];
  const offer = (venueType: number, isAcquiredWeight: boolean, starred: number | null = null) =>
    offerModels(models, { race: { venueType, isAcquiredWeight }, starred });
  expect(offer(1, false)).toEqual([
    { modelId: 2, name: "ふつう", note: "予測力 16.2　31項目", canUse: true },
    { modelId: 1, name: "馬体重", note: "馬体重の発表後から使えます", canUse: false },
    { modelId: 5, name: "作成中", note: "作成が終わると使えます", canUse: false },
  ]);
  const announced = offer(1, true);
  expect(announced.filter((model) => model.canUse).map((model) => model.modelId)).toEqual([2, 1]);
  // The first is preselected: the star.
  expect(offer(1, true, 1).map(({ modelId }) => modelId)).toEqual([1, 2, 5]);
  expect(offer(3, true)).toEqual([]);
});

test("the texts of the meter", () => {
  expect(formatRest(31, 65)).toBe("残り34項目選択可能です");
  expect(formatRest(65, 65)).toBe("残り0項目選択可能です");
  expect(formatRest(67, 65)).toBe("2項目オーバー");
});

test("the remaining time of a training is shown once enough is known", () => {
  expect(formatLeft(null, 10)).toBe("");
  expect(formatLeft(0.01, 10)).toBe("");
  expect(formatLeft(0.5, 12)).toBe("あと約15秒");
  // Created eight days ago, and made anew today.
  expect(formatLeft(0.5, 8 * 86_400)).toBe("");
  expect(formatLeft(0.1, 20)).toBe("あと約3分");
});

test("a race of the list has started, is next, is still to come or is cancelled", () => {
  const at = (time: string) => startOfJapanDay(TODAY) + Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * 60;
  const race = (
    startTime: string | null,
    status: "scheduled" | "result" | "cancelled" = "scheduled",
    date = TODAY,
  ) => ({ date, startTime, status });
  const day = [
    race("09:50", "result"),
    race("10:20"),
    race("10:50", "cancelled"),
    race("11:20"),
    race("12:10"),
    race(null),
    race("11:20"),
  ];
  expect(raceStates(day, at("10:20"))).toEqual([
    ...["started", "started", "cancelled", "next", "coming", "coming", "next"],
  ]);
  // A result before its printed start, and a day that is over.
  expect(raceStates([race("15:40", "result")], at("15:00"))).toEqual(["started"]);
  const past = [race(null, "scheduled", "2026-11-20"), race("23:59", "scheduled", "2026-11-20")];
  expect(raceStates(past, at("00:00"))).toEqual(["started", "started"]);
  // A race of a later day is never next.
  expect(raceStates([race("09:50", "scheduled", "2026-11-22")], at("23:00"))).toEqual(["coming"]);
  expect(raceStates([], at("10:00"))).toEqual([]);
});

test("the neighbouring days are the nearest of any venue type", () => {
  const none = { previous: null, next: null };
  expect(nearestDays([{ venueType: 1, ...none }])).toEqual(none);
  expect(
    nearestDays([
      { venueType: 1, previous: "2025-12-28", next: "2026-01-04" },
      { venueType: 2, previous: "2025-12-31", next: null },
      { venueType: 3, previous: "2025-11-13", next: "2026-04-15" },
    ]),
  ).toEqual({ previous: "2025-12-31", next: "2026-01-04" });
});

test("a site without races offers this year", () => {
  expect(offeredDays({ nearby: [], years: [] }, TODAY).years).toEqual([2026]);
  expect(offeredDays({ nearby: [], years: [2023, 2024] }, TODAY).years).toEqual([2023, 2024]);
});

test("the going of a course is the last one published for each surface", () => {
  const race = (surface: "turf" | "dirt" | "jump", going: "firm" | "good" | "soft" | null) => ({ surface, going });
  expect(formatGoings([race("dirt", "soft"), race("turf", "firm"), race("turf", "good"), race("turf", null)])).toBe(
    "芝 稍重・ダ 不良",
  );
  expect(formatGoings([race("jump", "firm"), race("dirt", null)])).toBe("");
});

test("a month is weeks from Monday to Sunday, with every one of its days once", () => {
  expect(weeksOfMonth("2026-11")[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeksOfMonth("2026-11").at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeksOfMonth("2021-02")).toHaveLength(4);
  fc.assert(
    fc.property(fc.integer({ min: 2018, max: 2099 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      const weeks = weeksOfMonth(`${year}-${String(month).padStart(2, "0")}`);
      const days = weeks.flat().filter((day) => day !== null);
      expect(days).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
      expect(days).toEqual([...new Set(days)].sort());
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        const monday = week.findIndex((day) => day !== null && new Date(day).getUTCDay() === 1);
        expect([-1, 0]).toContain(monday);
      }
    }),
  );
});

test("the calendar goes from the first covered month to the present one", () => {
  expect(neighbourMonths("2026-01", TODAY)).toEqual({ previous: "2025-12", next: "2026-02" });
  expect(neighbourMonths("2025-12", TODAY)).toEqual({ previous: "2025-11", next: "2026-01" });
  expect(neighbourMonths("2018-01", TODAY)).toEqual({ previous: null, next: "2018-02" });
  expect(neighbourMonths("2026-11", TODAY)).toEqual({ previous: "2026-10", next: null });
  for (const bad of [null, "", "2026-13", "2026-00", "2026-1", "2017-12", "2026-12", "2026-11-01", "x"])
    expect(readMonth(bad, TODAY), String(bad)).toBeNull();
});

test("each central venue has a letter of its own", () => {
  const venues = ["札幌", "函館", "福島", "新潟", "東京", "中山", "中京", "京都", "阪神", "小倉"];
  expect(venues.map(venueLetter).join("")).toBe("札函福新東中名京阪小");
});

test("minutes to a start are those of today's races still to start", () => {
  const now = startOfJapanDay(TODAY) + 10 * 3600;
  const race = { date: TODAY, startTime: "10:25", status: "scheduled" as const };
  expect(minutesToStart(race, now)).toBe(25);
  expect(minutesToStart(race, now + 1)).toBe(25);
  expect(minutesToStart({ ...race, startTime: "10:00" }, now)).toBeNull();
  expect(minutesToStart({ ...race, startTime: null }, now)).toBeNull();
  expect(minutesToStart({ ...race, status: "cancelled" }, now)).toBeNull();
  expect(minutesToStart({ ...race, date: "2026-11-22" }, now)).toBeNull();
});
