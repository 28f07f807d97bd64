import { expect, test } from "vitest";
import { createRandom } from "#app/domain/racing/random.ts";
import { horseSentences, raceSentences } from "#app/domain/scoring/race-sentences.ts";
import { formatIndex } from "#app/domain/scoring/score.ts";
import { rankGroups, VIEW_GROUPS } from "#app/domain/scoring/view-groups.ts";
import { findPromises } from "#test/unit/support/words/promises.ts";

const BANNED = /必ず|鉄板|確実|儲か|絶対|間違いな|堅い|勝てる|買い/;

/** A view with its rank and contribution, as sentences write them. */
const FIGURES =
  /(能力|騎手・厩舎|コース・距離|展開|枠・斤量|調子)(?:が|も|は|の|で、)(?:メンバー|\d+頭中)?(\d+)位（(.*?)）/g;

/** Starters in order of the index, from the contributions of each. */
function fieldOf(groupsOf: readonly (readonly (number | null)[])[]) {
  const horses = groupsOf
    .map((groups, at) => ({
      horseNum: at + 1,
      index: Math.round(groups.reduce<number>((sum, value) => sum + (value ?? 0), 0) * 100) / 100,
      probability: 0.2,
      sign: ["◎", "○"][at] ?? "",
    }))
    .toSorted((one, other) => other.index - one.index);
  const views = rankGroups(
    new Map(groupsOf.map((groups, at) => [at + 1, groups])),
    horses.map((score) => ({ score, isOut: false })),
  );
  return horses.map((horse) => ({ ...horse, groups: views.get(horse.horseNum)! }));
}

/** A field of 5 to 18 horses by a model with one to six of the views. */
function randomField(random: () => number) {
  const chosen = VIEW_GROUPS.map(() => random() < 0.7);
  chosen[0] = true;
  const spread = VIEW_GROUPS.map(() => 0.1 + random());
  const size = 5 + Math.floor(random() * 14);
  return fieldOf(
    Array.from({ length: size }, () =>
      VIEW_GROUPS.map((_, at) =>
        chosen[at] ? Math.round((random() + random() - 1) * spread[at]! * 100) / 100 + 0 : null,
      ),
    ),
  );
}

const FIELD = fieldOf([
  [0.74, 0.38, 0.21, 0.11, -0.06, 0.2],
  [0.5, 0.3, 0.31, -0.2, -0.02, 0.1],
  [-0.8, -0.2, -0.4, 0.12, 0.04, 0],
  [-0.44, -0.48, -0.12, -0.03, 0.04, -0.3],
]);

test("a horse has a sentence with the views that move it most, and one with those against them", () => {
  expect(FIELD.map((horse) => horseSentences(horse, FIELD))).toEqual([
    ["能力がメンバー1位（+0.74）で、騎手・厩舎も1位（+0.38）と上位です。", "割引は枠・斤量で、4頭中4位（−0.06）です。"],
    [
      "能力が4頭中2位（+0.50）で、コース・距離も1位（+0.31）と上位です。",
      "割引は展開の4位（−0.20）と枠・斤量の3位（−0.02）です。",
    ],
    [
      "能力が4頭中4位（−0.80）で、コース・距離も4位（−0.40）とマイナスです。",
      "プラスは展開の1位（+0.12）と枠・斤量の1位（+0.04）です。",
    ],
    [
      "騎手・厩舎が4頭中4位（−0.48）で、能力も3位（−0.44）とマイナスです。",
      "大きなプラスはなく、指数−1.33は4頭中4位です。",
    ],
  ]);
  const alone = fieldOf([
    [0.4, null, null, null, null, null],
    [-0.4, null, null, null, null, null],
  ]);
  expect(alone.map((horse) => horseSentences(horse, alone))).toEqual([
    ["能力がメンバー1位（+0.40）で、プラスはここだけです。", "マイナスはなく、指数+0.40は2頭中1位です。"],
    ["能力が2頭中2位（−0.40）で、マイナスはここだけです。", "プラスはなく、指数−0.40は2頭中2位です。"],
  ]);
  const [equal] = fieldOf([[0, 0, 0, 0, 0, 0]]);
  expect(horseSentences(equal!, [equal!])).toEqual([
    "1番は、どの見方でも平均と変わりません。",
    "指数0.00は1頭中1位です。",
  ]);
});

test("a race has three sentences: its gap, the views that part the horses, and the unknown or the winner", () => {
  const before = { starters: FIELD, winners: null, unknown: ["馬体重", "オッズ"] };
  expect(raceSentences(before)).toEqual([
    "◎1番の勝率は20.0%で、○2番との指数の差は0.59と大きめです。",
    "能力の差が大きく、枠・斤量の差は小さいレースです。",
    "馬体重・オッズは、まだ発表されていません。",
  ]);
  expect(raceSentences({ ...before, winners: [3], unknown: [] })[2]).toBe("勝ったのは、指数3位（−1.24）の3番でした。");
  expect(raceSentences({ ...before, unknown: [] })[2]).toBe("馬体重・馬場状態・オッズは発表ずみです。");
  const close = FIELD.slice(0, 2).map((horse) => ({ ...horse, probability: null, index: 0.4 }));
  expect(raceSentences({ ...before, starters: close })[0]).toBe(
    "◎1番の指数は+0.40で、○2番との指数の差は0.00とわずかです。",
  );
  expect(raceSentences({ ...before, starters: FIELD.slice(0, 1) })[0]).toBe("出走するのは1番だけです。");
  expect(raceSentences({ ...before, starters: [] })).toEqual([]);
});

test("the sentences of 10,000 runners agree with what is shown, are short, promise nothing, and differ between neighbours", () => {
  const random = createRandom(4102);
  const faults: string[] = [];
  let runners = 0;
  let neighbours = 0;
  let shared = 0;
  while (runners < 10_000) {
    const field = randomField(random);
    let before: string[] = [];
    for (const horse of field) {
      const sentences = horseSentences(horse, field);
      const text = sentences.join("");
      const check = (isRight: boolean, what: string) => {
        if (!isRight) faults.push(`${what}: ${text}`);
      };
      check(horseSentences(horse, field).join("") === text && sentences.length === 2, "not the same two");
      check(
        sentences.every((sentence) => sentence.length <= 60 && sentence.endsWith("。")),
        "long",
      );
      check(!BANNED.test(text), "banned");
      // Each figure is that of the view named before it.
      const figures = [...text.matchAll(FIGURES)];
      check(figures.length === text.split("（").length - 1, "an unread figure");
      for (const [, group, rank, value] of figures) {
        const view = horse.groups.find((one) => one.group === group);
        check(view?.rank === Number(rank) && formatIndex(view?.contribution ?? 0) === value, `wrong ${group}`);
      }
      const sizes = horse.groups.map(({ contribution }) => Math.abs(contribution ?? 0));
      const most = Math.max(...sizes);
      check(most === 0 || text.startsWith(VIEW_GROUPS[sizes.indexOf(most)] ?? "?"), "not the largest first");
      // The second sentence holds the views of the other sign.
      const [one, other] = sentences.map((sentence) => /（([+−])/.exec(sentence)?.[1]);
      check(other === undefined || one !== other, "the same sign");
      if (before.length > 0) {
        neighbours += 1;
        if (sentences.some((sentence) => before.includes(sentence))) shared += 1;
      }
      before = sentences;
      runners += 1;
    }
    const words = raceSentences({ starters: field, winners: null, unknown: [] });
    const isRight = (sentence: string) =>
      sentence.length <= 60 && !BANNED.test(sentence) && findPromises(sentence).length === 0;
    if (words.length !== 3 || !words.every(isRight)) faults.push(words.join(""));
  }
  expect(faults).toEqual([]);
  expect(shared / neighbours).toBeLessThan(0.05);
});
