import { expect, test } from "vitest";
import { type DuelRace, favouriteDuel } from "#app/domain/days/favourite-duel.ts";
import { reviewYear } from "#app/domain/own-records/year-review.ts";
import { randomRecord } from "#test/unit/own-records/random-record.ts";
import { drawDuel } from "#workers/web/share-image/duel-scene.ts";
import { type Scene, textsOf } from "#workers/web/share-image/scene.ts";
import { drawYear } from "#workers/web/share-image/year-scene.ts";

/** 29 px are legible where the image is shown 400 px wide. */
function wordsOf(scene: Scene): string[] {
  const texts = textsOf(scene);
  for (const { x, y, width, height, size } of texts) {
    expect(size).toBeGreaterThanOrEqual(29);
    expect([x >= 0, y >= 0, x + width <= 1200, y + height <= 630]).toEqual([true, true, true, true]);
  }
  return texts.flatMap(({ text }) => text);
}

test("a duel's picture shows both sides, the weeks and that a week is luck", () => {
  const raceOf = (date: string, winner: number): DuelRace => ({
    ...{ modelId: 7, date, pick: 1, favourite: 2, payouts: [[`${winner}`, 640]] },
  });
  const races = ["2026-11-07", "2026-11-14", "2026-11-21"].map((date) => raceOf(date, 1));
  const model = { modelId: 7, name: "末脚한マイスター", report: { pseudoR2: 0.1 } };
  const duel = favouriteDuel([raceOf("2026-10-31", 2), ...races], [model], {
    ...{ defaultModelId: null, today: "2026-11-26" },
  });
  const texts = wordsOf(drawDuel(duel!, (text) => text.replace("한", "")));
  expect(texts).toEqual([
    ...["1番人気との対決", "26/11/17〜23", "1週の勝ち負けは、ほとんど運です。", "はちわく", expect.any(String)],
    ...["1番人気に勝ちました", "対", "3勝1敗0分　3連勝中"],
    ...["末脚マイスター", "640.0%", "◎の単勝回収率　1勝", "1番人気", "0.0%", "単勝回収率　0勝"],
    ...["休", "休", "休", "休", "休", "休", "休", "負", "勝", "勝", "勝", "今"],
  ]);
});

test("a year's picture shows the record's figures beside the favourite's", () => {
  const review = reviewYear(randomRecord(5, 300), 2026);
  const { counts, firsts, tickets } = review.figures;
  const texts = wordsOf(drawYear(review));
  expect(texts).toContain(`${counts.counted}R`);
  expect(texts).toContain(`${((100 * firsts.wins) / counts.counted).toFixed(1)}%`);
  expect(texts).toContain(`${((100 * tickets.win.payoutYen) / tickets.win.stakeYen).toFixed(1)}%`);
  expect(texts.filter((text) => /^1番人気 [\d.]+%$/.test(text))).toHaveLength(2);
  expect(texts).toContain("1年の成績にも、運の幅が残ります。");
});
