import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatMeeting } from "#app/components/parts/race-words.ts";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import { GRADES } from "#app/domain/racing/race.ts";

test("each grade has a badge with its own shape and text; a race without a grade has none", () => {
  const shown = GRADES.map((grade) =>
    /class="gr (\w+)".*?>([^<]+)</.exec(renderToStaticMarkup(<GradeBadge grade={grade} />)),
  );
  expect(shown.map((match) => [match?.[1], match?.[2]])).toEqual([
    ["g1", "GⅠ"],
    ["g2", "GⅡ"],
    ["g3", "GⅢ"],
    ["g3", "L"],
    ["g3", "重賞"],
  ]);
  expect(renderToStaticMarkup(<GradeBadge grade="listed" />)).toContain('<span class="sr">リステッド</span>');
  expect(renderToStaticMarkup(<GradeBadge grade={null} />)).toBe("");
});

test("a meeting is written as in Japan, or by its course alone", () => {
  expect(formatMeeting({ venue: "京都", meetingNum: 5, meetingDay: 6 })).toBe("5回京都6日");
  expect(formatMeeting({ venue: "園田", meetingNum: null, meetingDay: null })).toBe("園田");
  expect(formatMeeting({ venue: "園田", meetingNum: 3, meetingDay: null })).toBe("園田");
});
