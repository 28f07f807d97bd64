import { expect, test } from "vitest";
import { announcedChanges } from "#app/domain/jv-data/announced-changes.ts";
import { NO_RECORDS } from "#app/domain/jv-data/join-records.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import { setOf } from "./derivations.ts";
import { av, cc, jc, tc, we } from "./records.ts";

const RACE = { date: "2026-11-22", startTime: "15:50", surface: "turf", distanceM: 1800, going: "soft" } as const;

/** Horse 7, whose card's jockey was another. */
const runner = (status: RunnerStatus = "entered") => ({
  ...{ horseNum: 7, horseName: "アカイウマ", status },
  ...{ jockeyId: "01126", jockeyName: "蓮見" },
});

const FORMER = { code: "00666", name: "有栖" };

test("what was announced since the card is listed with its time, the newest first", () => {
  const own = setOf([
    av({ at: "11220902" }, "07"),
    jc({ at: "11221340" }, "08", "蓮見", "01126", FORMER),
    tc({ at: "11221450" }, "1550"),
    cc({ at: "11220800" }, "1800", "17", "200017"),
  ]);
  const meeting = setOf([we({ at: "11220900" }, "1", "111"), we({ at: "11221100" }, "3", "044", "011")]);
  const runners = [runner("scratched"), { ...runner(), horseNum: 8 }];
  expect(announcedChanges({ own, meeting }, { race: RACE, runners })).toEqual([
    { at: "2026-11-22T14:50", change: { kind: "start-time", before: "15:40", after: "15:50" } },
    {
      at: "2026-11-22T13:40",
      change: { kind: "jockey", horse: { horseNum: 8, horseName: "アカイウマ" }, before: "有栖", after: "蓮見" },
    },
    { at: "2026-11-22T11:00", change: { kind: "going", before: "firm", after: "soft" } },
    {
      at: "2026-11-22T09:02",
      change: { kind: "withdrawn", horse: { horseNum: 7, horseName: "アカイウマ" }, status: "scratched" },
    },
    {
      at: "2026-11-22T08:00",
      change: {
        kind: "course",
        before: { surface: "turf", distanceM: 2000 },
        after: { surface: "turf", distanceM: 1800 },
      },
    },
  ]);
});

test("a horse that does not run is named without an announcement; what the race's rows do not bear out is left out", () => {
  const own = setOf([
    av({ at: "11220902" }, "08"),
    jc({ at: "11221340" }, "07", "山田", "00001", FORMER),
    tc({ at: "11221450" }, "1555"),
    cc({ at: "11220800" }, "1600", "17", "200017"),
  ]);
  // The first state of the day, a change that another followed, and one after the start.
  const meeting = setOf([
    we({ at: "11220900" }, "1", "144"),
    we({ at: "11221000" }, "3", "022", "011"),
    we({ at: "11221600" }, "3", "044", "022"),
  ]);
  const runners = [runner("excluded"), { ...runner(), horseNum: 8 }];
  expect(announcedChanges({ own, meeting }, { race: RACE, runners })).toEqual([
    { at: null, change: { kind: "withdrawn", horse: { horseNum: 7, horseName: "アカイウマ" }, status: "excluded" } },
  ]);
  expect(announcedChanges({ own: NO_RECORDS, meeting: NO_RECORDS }, { race: RACE, runners: [runner()] })).toEqual([]);
});
