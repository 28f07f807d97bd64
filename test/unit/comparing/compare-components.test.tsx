import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ComparePage } from "#app/components/comparing/compare-page.tsx";
import { differenceScale, formatDifference } from "#app/components/comparing/compare-words.ts";
import { ParentSection, parentWords } from "#app/components/comparing/parent-section.tsx";
import { compareModels } from "#app/domain/comparing/compare-models.ts";
import type { BesideParent } from "#app/domain/comparing/parent-and-child.ts";
import { packRaceBets } from "#app/domain/evaluation/race-bets.ts";
import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import type { ModelDetail, ModelsCompared } from "#app/domain/views/models.ts";

const textOf = (html: string) => html.replace(/<[^>]+>/g, "");

const PARENT = { modelId: 3, name: "おや", featureCount: 28, isDeleted: false };
const MEASURED = {
  ...{ kind: "measured" as const, tries: 4, races: 1728, days: 96 },
  ...{ difference: 0.0046, low: 0.0019, high: 0.0075, parentPseudoR2: 0.15, pseudoR2: 0.1546 },
  returns: {
    win: { baseRate: 0.812, rate: 0.8, difference: -0.012, low: -0.052, high: 0.025 },
    place: { baseRate: 0.809, rate: 0.821, difference: 0.012, low: 0.001, high: 0.035 },
    quinella: { baseRate: 0.77, rate: 0.77, difference: 0, low: -0.064, high: 0.061 },
  },
} satisfies BesideParent;

function section(model: Partial<Pick<ModelDetail, "status" | "ancestors" | "besideParent">>): string {
  return renderToStaticMarkup(
    <ParentSection model={{ name: "こども", status: 2, ancestors: [PARENT], besideParent: MEASURED, ...model }} />,
  );
}

test("the child's section says what became of it, by its interval only, with the tries", () => {
  const html = section({});
  expect(textOf(html)).toContain("同じ1,728レースでの差です");
  // Half of 0.0027 is 2.894 × 1.0129 errors wide, and the largest of four draws 1.049 errors above 0.
  expect(textOf(html)).toContain(
    "あなたの4回目の試作です。差のないモデルを4回つくっても、いちばん良いものには運だけで+0.10の差が出ます。",
  );
  expect(textOf(html)).toContain("15.0 → 15.5");
  expect(textOf(html)).toContain("良くなった+0.46　+0.19〜+0.75");
  expect(html).toContain('href="/models/edit/3"');
  expect(textOf(section({ besideParent: { ...MEASURED, low: -0.001 } }))).toContain("まだ分からない");
  expect(textOf(section({ besideParent: { ...MEASURED, difference: -0.01, low: -0.02, high: -0.001 } }))).toContain(
    "悪くなった−1.00　−2.00〜−0.10",
  );
  expect(textOf(section({ besideParent: { ...MEASURED, tries: 1 } }))).not.toContain("運だけで");
  expect(parentWords({ status: 2, ancestors: [PARENT], besideParent: MEASURED })).toBe(
    "おやより予測力+0.46（運で動く幅 +0.19〜+0.75）。良くなった。",
  );
});

test("the returns of parent and child stand below, each with its own interval; without kept bets it says so", () => {
  const text = textOf(section({}));
  expect(text).toContain("単勝の回収率81.2% → 80.0%まだ分からない−1.2pt　−5.2〜+2.5");
  expect(text).toContain("複勝の回収率80.9% → 82.1%良くなった+1.2pt　+0.1〜+3.5");
  expect(text).toContain("馬連の回収率77.0% → 77.0%まだ分からない0.0pt　−6.4〜+6.1");
  const without = textOf(section({ besideParent: { ...MEASURED, returns: null } }));
  expect(without).not.toContain("単勝の回収率");
  expect(without).toContain("回収率をくらべられません。");
});

test("each state without a difference says why, and a deleted ancestor has no link", () => {
  const reasons = ["parent-untrained", "parent-without-races", "no-common-races", "too-few-days"] as const;
  const texts = reasons.map((reason) => textOf(section({ besideParent: { kind: "not-measured", reason, tries: 1 } })));
  expect(new Set(texts).size).toBe(4);
  for (const text of texts) expect(text).toMatch(/くらべられ(ません|ませんでした)。|まだくらべられません。/);
  expect(textOf(section({ status: 1, besideParent: null }))).toContain("作成が終わると");
  expect(textOf(section({ status: 3, besideParent: null }))).toContain("作成できなかった");
  expect(textOf(section({ status: 2, besideParent: null }))).toContain("検証できるレースがなかった");
  const gone = section({
    ancestors: [
      { ...PARENT, isDeleted: true },
      { ...PARENT, modelId: 2, name: "そふ" },
    ],
  });
  expect(textOf(gone)).toContain("そふおや（削除ずみ）こども");
  expect(gone).not.toContain("/models/edit/3");
  expect(section({ ancestors: [] })).toBe("");
});

test("differences have a sign and a scale around zero", () => {
  expect([0.00456, -0.00456, 0.00004, -0.00004].map(formatDifference)).toEqual(["+0.46", "−0.46", "0.00", "0.00"]);
  expect(differenceScale([{ low: -0.001, high: 0.004 }])).toEqual({ from: -0.5, to: 0.5 });
  expect(differenceScale([{ low: -0.032, high: 0.004 }])).toEqual({ from: -5, to: 5 });
  expect(differenceScale([{ low: -0.006, high: 0.02 }])).toEqual({ from: -2, to: 2 });
});

const MODELS = ["あ", "い", "う"].map((name, at) => ({ modelId: at + 1, name, venueType: 1, featureCount: 8 }));

function compare(races: number, given: Partial<ModelsCompared> = {}, hasBets = true): string {
  const unseen = (loss: number, bonus: number): UnseenResult[] =>
    Array.from({ length: races }, (_, race) => ({
      ...{ raceId: `r${race}`, date: `2026-01-${String(1 + (race % 20)).padStart(2, "0")}`, starters: 8 },
      ...{ loss: loss + (race % 3) / 10, marketLoss: 1, pick: 1 + (race % 2), isHit: race % 4 === 0 },
      isFavouriteHit: race % 3 === 0,
      bets: hasBets
        ? packRaceBets((better) => (better === "model" ? [bonus + (race % 4 === 0 ? 700 : 0), 200] : [150, 200]))
        : null,
    }));
  const comparison = compareModels([unseen(1.5, 0), unseen(1.3, 20), unseen(1.7, 0)], 0);
  const compared: ModelsCompared = {
    ...{ kind: "compared", choices: MODELS, asked: [1, 2, 3], models: MODELS, untrained: [], unrecorded: [], base: 0 },
    comparison,
    ...given,
  };
  return renderToStaticMarkup(<ComparePage compared={compared} />);
}

test("a comparison says who is above and below the base, and keeps its choice in the form", () => {
  const html = compare(120);
  expect(textOf(html)).toContain("「い」は「あ」より上です。");
  expect(textOf(html)).toContain("「う」は「あ」より下です。");
  expect(html.match(/checked=""/g)).toHaveLength(3);
  expect(html).toContain('<option value="1" selected="">A　あ</option>');
  expect(textOf(html)).toContain("3モデルとも同じ◎");
});

test("the balances share a scale, and the table has each rate with its interval and its difference from the base", () => {
  const html = compare(120);
  // 30 races pay 700 yen, 120 cost 200: 21,000 − 24,000; 20 yen a race more for the second.
  expect(html).toContain('aria-label="あの単勝の収支 −3,000円、1番人気は−6,000円。');
  expect(html).toContain('aria-label="いの単勝の収支 −600円');
  expect(textOf(html)).toContain("（−1万〜+5,000円）");
  expect(html.match(/<figure class="plot"/g)).toHaveLength(3);
  expect(html).not.toContain('class="py"');
  // 10 points more on every day, so surely; the others differ by nothing.
  expect(textOf(html)).toContain("差 +10.0+10.0〜+10.0");
  expect(textOf(html)).toContain("差 0.00.0〜0.0");
  expect(textOf(html)).toContain("運で動く幅をこえた組があります");
  expect(textOf(html)).toMatch(/1番人気75\.0%75\.0%75\.0%/);
  // With few races only the curves are shown.
  expect(compare(99)).toContain('<figure class="plot"');
  expect(textOf(compare(99))).not.toContain("との差");
  expect(textOf(compare(120, {}, false))).toContain("収支を残す前につくられたモデルがあるため");
});

test("what luck alone gives the best of the models is said, where there is any", () => {
  // The three differ by the same amount in every race, so nothing of it is luck.
  expect(textOf(compare(120))).not.toContain("一番良いものを選ぶと");
  const noisy = (of: number) =>
    Array.from({ length: 120 }, (_, race) => ({
      ...{ raceId: `r${race}`, date: `2026-01-${String(1 + (race % 20)).padStart(2, "0")}`, starters: 8 },
      ...{ loss: 1.5 + (((race + 1) * (of + 3)) % 11) / 10, marketLoss: null, pick: 1, isHit: false },
      ...{ isFavouriteHit: null, bets: null },
    }));
  const comparison = compareModels([noisy(0), noisy(1), noisy(2)], 0);
  expect(textOf(compare(120, { comparison }))).toMatch(
    /3モデルから一番良いものを選ぶと、実力が同じでも、運だけで予測力は平均より\d\.\dほど高く見えます。/,
  );
});

test("a comparison that cannot be made says why", () => {
  const none = { models: [], comparison: null };
  expect(textOf(compare(99))).toContain("同じレースが少なく、まだ判断できません。");
  expect(compare(99)).not.toContain('class="differences"');
  expect(textOf(compare(120, { ...none, kind: "too-many" }))).toContain("一度にくらべられるのは5モデルまでです。");
  expect(textOf(compare(120, { ...none, kind: "too-few" }))).toContain("2つ以上選んでください。");
  expect(textOf(compare(120, { ...none, kind: "too-few", asked: [] }))).not.toContain("2つ以上選んでください。");
  expect(textOf(compare(120, { comparison: null }))).toContain("同じレースがないため、くらべられません。");
  expect(textOf(compare(120, { untrained: [MODELS[2]!] }))).toContain("「う」は、作成が完了していないため");
  expect(textOf(compare(120, { unrecorded: [MODELS[2]!] }))).toContain("「う」は、くらべるための記録を残す前に");
  expect(textOf(compare(120, { ...none, kind: "too-few", choices: [MODELS[0]!] }))).toContain("モデルが2つになると");
});
