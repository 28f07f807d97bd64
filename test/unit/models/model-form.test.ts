import { parse } from "@conform-to/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  AVERAGE_KINDS,
  countFeatures,
  RACE_CUSTOMIZES,
  RACE_NUMS,
  STATIC_FEATURES,
} from "#app/domain/features/choice.ts";
import { PRESETS, presetChoice } from "#app/domain/features/presets.ts";
import { creationLimitReached, creationsLeftText } from "#app/forms/models/creation-limit.ts";
import { CHOICE_MESSAGES, checkModelForm, featureChoiceSchema } from "#app/forms/models/model-create.server.ts";
import {
  applyFill,
  choiceOfDraft,
  draftOfChoice,
  fieldsOfDraft,
  readModelDraft,
} from "#app/forms/models/model-draft.ts";
import { CREATE_NAME_MESSAGES, modelNameSchema, RENAME_MESSAGES } from "#app/forms/models/model-forms.server.ts";

const VALID: [string, string][] = [
  ["name", "末脚マイスター"],
  ["venueType", "1"],
  ["static", "騎手"],
  ["average", "prize"],
  ["prize_customize", "all"],
  ["prize_num", "-1"],
  ["prize_num", "5"],
  ["form_key", "0123456789abcdef"],
];

function form(...entries: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

function without(name: string, ...added: [string, string][]): FormData {
  return form(...VALID.filter(([candidate]) => candidate !== name), ...added);
}

function check(data: FormData, limit = 50) {
  const draft = readModelDraft(data, () => "new");
  return parse(data, { resolve: () => checkModelForm(data, draft, limit) });
}

/** The sentences by field, the whole form's at ""; null for a form that is fine. */
function errorsOf(data: FormData, limit = 50) {
  const checked = check(data, limit);
  return checked.status === "success" ? null : (checked.error ?? {});
}

function choiceOf(data: FormData) {
  const checked = check(data);
  return checked.status === "success" ? checked.value.choice : null;
}

test("a complete form gives a choice in the catalogue's order", () => {
  expect(check(form(...VALID))).toMatchObject({
    status: "success",
    value: {
      name: "末脚マイスター",
      choice: { static: ["騎手"], average: { prize: { race_customize: ["all"], race_num: [-1, 5] } } },
      venueType: 1,
      formKey: "0123456789abcdef",
    },
  });
});

test("the name: required, at most 15 code points after trimming and NFC, no invisible marks", () => {
  const name = (text: string) => modelNameSchema(CREATE_NAME_MESSAGES).safeParse(text);
  const fifteen = "あいうえおかきくけこさしすせそ";
  expect(name(fifteen).data).toBe(fifteen);
  expect(name(`${fifteen}た`).error?.issues[0]?.message).toBe("AIモデル名は15文字以内にしてください");
  expect(name("").error?.issues[0]?.message).toBe("名前がありません");
  expect(name(" \u3000\t").error?.issues[0]?.message).toBe("名前がありません");
  expect(name("\u200b\u202e").error?.issues[0]?.message).toBe("名前がありません");
  expect(name(`\u3000${fifteen}  `).data).toBe(fifteen);
  // 15 emoji are 30 UTF-16 units; は + a combining mark is one code point after NFC.
  expect(name("🐎".repeat(15)).success).toBe(true);
  expect(name("🐎".repeat(16)).success).toBe(false);
  expect(name("は\u309a".repeat(15)).data).toBe("ぱ".repeat(15));
  expect(name("a\u202eb\nc").data).toBe("abc");
  expect(modelNameSchema(RENAME_MESSAGES).safeParse("").error?.issues[0]?.message).toBe("必須項目です");
  expect(modelNameSchema(RENAME_MESSAGES).safeParse("a".repeat(16)).error?.issues[0]?.message).toBe(
    "モデル名は15文字以内にしてください",
  );
});

test("unknown names and values are refused, and nothing of them is accepted", () => {
  const bad: [string, string][] = [
    ["static", "オッズ"],
    ["static", "toString"],
    ["average", "speed"],
    ["average", "__proto__"],
    ["average", "constructor"],
    ["prize_customize", "jockey"],
    ["prize_num", "11"],
    ["prize_num", "0"],
    ["prize_num", "1.0"],
    ["prize_num", ""],
    ["__proto___customize", "all"],
    ["speed_num", "1"],
    ["venueType", "4"],
    ["venueType", "1e0"],
  ];
  for (const entry of bad)
    expect(errorsOf(form(...VALID, entry))?.[""], entry.join("=")).toEqual([CHOICE_MESSAGES.unknown]);
  expect(errorsOf(form(...VALID, ["user_id", "7"], ["is_weight", "1"], ["plan", "6"]))).toBeNull();
});

test("a file in place of a text is refused", () => {
  const data = form(...VALID);
  data.append("static", new File(["x"], "x.txt"));
  expect(errorsOf(data)?.[""]).toEqual([CHOICE_MESSAGES.unknown]);
});

test("a duplicate counts once", () => {
  const choice = choiceOf(form(...VALID, ["static", "騎手"], ["prize_num", "5"], ["average", "prize"]));
  expect(choice && countFeatures(choice)).toBe(3);
});

test("each chosen kind needs a condition and a run count, reported at the question", () => {
  expect(errorsOf(without("prize_num"))).toEqual({ prize_num: ["1つ以上選択してください"] });
  expect(errorsOf(without("prize_customize"))).toEqual({ prize_customize: ["1つ以上選択してください"] });
  expect(errorsOf(form(...VALID, ["average", "rank"]))).toEqual({
    rank_customize: ["1つ以上選択してください"],
    rank_num: ["1つ以上選択してください"],
  });
});

test("a model without any feature is refused", () => {
  expect(errorsOf(form(["name", "a"], ["venueType", "1"]))?.static).toEqual(["1つ以上選択してください"]);
});

test("all faults are reported at once", () => {
  expect(errorsOf(form(["venueType", "1"], ["average", "rank"], ["static", "オッズ"]))).toEqual({
    name: ["名前がありません"],
    "": [CHOICE_MESSAGES.unknown],
    rank_customize: ["1つ以上選択してください"],
    rank_num: ["1つ以上選択してください"],
  });
});

test("features not offered above venue type 1 are removed, and a kind left empty by that is reported", () => {
  const sent = without(
    "venueType",
    ["venueType", "2"],
    ["isAllVenue", "1"],
    ["static", "芝/ダートの識別"],
    ["prize_customize", "race_type"],
  );
  expect(check(sent)).toMatchObject({
    status: "success",
    value: {
      name: "末脚マイスター",
      choice: { isAllVenue: 1, static: ["騎手"], average: { prize: { race_customize: ["all"], race_num: [-1, 5] } } },
    },
  });
  const only = form(
    ["name", "a"],
    ["venueType", "3"],
    ["average", "rank"],
    ["rank_customize", "race_type"],
    ["rank_num", "1"],
  );
  expect(errorsOf(only)).toEqual({ rank_customize: ["1つ以上選択してください"] });
});

test("isAllVenue is 0 if the box is empty, and absent in a central model", () => {
  expect(choiceOf(without("venueType", ["venueType", "2"]))?.isAllVenue).toBe(0);
  expect(choiceOf(form(...VALID, ["isAllVenue", "1"]))).not.toHaveProperty("isAllVenue");
});

test("the count is checked against the plan's limit", () => {
  expect(errorsOf(form(...VALID), 3)).toBeNull();
  expect(errorsOf(form(...VALID), 2)).toEqual({
    average: ["いまのプランで使えるのは2項目までです。1項目減らすか、項目の多いプランに変更してください。"],
  });
});

test("the API's choice follows the same rules", () => {
  const parse = (feature: unknown, venueType = 1) => featureChoiceSchema(venueType).safeParse(feature);
  const prize = { race_customize: ["all"], race_num: [-1] };
  expect(parse({ static: [], average: { prize } }).success).toBe(true);
  expect(parse({ static: ["騎手"], average: {} }, 2).data).toEqual({ isAllVenue: 0, static: ["騎手"], average: {} });
  for (const bad of [
    null,
    "騎手",
    { static: "騎手", average: {} },
    { static: ["オッズ"], average: {} },
    { static: ["騎手"], average: { speed: prize } },
    { static: ["騎手"], average: { prize: { race_customize: [], race_num: [1] } } },
    { static: ["騎手"], average: { prize: { race_customize: ["all"], race_num: ["1"] } } },
    { static: ["騎手"], average: { prize: { race_customize: ["all"] } } },
    { isAllVenue: 2, static: ["騎手"], average: {} },
    { static: [], average: {} },
  ]) {
    expect(parse(bad).success, JSON.stringify(bad)).toBe(false);
  }
  const polluted = parse(
    JSON.parse('{"static":["騎手"],"average":{"__proto__":{"race_customize":["all"],"race_num":[1]}}}'),
  );
  expect(polluted.data?.average ?? {}).toEqual({});
  expect(({} as Record<string, unknown>).race_num).toBeUndefined();
});

test("input is returned as it was sent, with an over-long name cut far beyond its limit", () => {
  const data = without("name", ["name", "あ".repeat(5000)], ["rank_num", "3"]);
  const draft = readModelDraft(data, () => "new");
  expect(draft.name).toHaveLength(200);
  expect(draft.kinds.rank).toEqual({ on: false, race_customize: [], race_num: [3] });
  expect(draft.formKey).toBe("0123456789abcdef");
});

test("a name is refused at its field", () => {
  expect(errorsOf(without("name"))).toEqual({ name: ["名前がありません"] });
  expect(errorsOf(without("name", ["name", "a".repeat(16)]))).toEqual({
    name: ["AIモデル名は15文字以内にしてください"],
  });
});

test("a form key that is not ours is replaced", () => {
  for (const key of ["", "short", "a b c d e f g h", "x".repeat(65), "<script>alert(1)</script>"]) {
    expect(readModelDraft(without("form_key", ["form_key", key]), () => "fresh-key").formKey).toBe("fresh-key");
  }
});

test("fills change the one kind, or copy its answers to all that are switched on", () => {
  const draft = readModelDraft(form(...VALID, ["average", "rank"]), () => "k");
  expect(applyFill(draft, "prize:recent").kinds.prize.race_num).toEqual([1, 3, 5]);
  expect(applyFill(draft, "prize:all").kinds.prize.race_num).toEqual([-1]);
  const spread = applyFill(draft, "prize:spread");
  expect(spread.kinds.rank).toEqual({ on: true, race_customize: ["all"], race_num: [-1, 5] });
  expect(spread.kinds.margin.on).toBe(false);
  expect(applyFill(draft, "__proto__:all")).toBe(draft);
  expect(applyFill(draft, "prize:bogus")).toBe(draft);
});

test("every preset fills a valid form, at every venue type", () => {
  for (const { key } of PRESETS) {
    for (const venueType of [1, 2, 3] as const) {
      const draft = draftOfChoice(presetChoice(key, venueType), { name: "a", venueType, formKey: "k", parentId: null });
      expect(featureChoiceSchema(venueType).safeParse(choiceOfDraft(draft)).success, `${key} ${venueType}`).toBe(true);
    }
  }
});

test("any combination of ticks is either refused or counted like the boxes", () => {
  const options: [string, string][] = [
    ...STATIC_FEATURES.map((name): [string, string] => ["static", name]),
    ...AVERAGE_KINDS.flatMap((kind): [string, string][] => [
      ["average", kind],
      ...RACE_CUSTOMIZES.map((name): [string, string] => [`${kind}_customize`, name]),
      ...RACE_NUMS.map((num): [string, string] => [`${kind}_num`, String(num)]),
    ]),
  ];
  fc.assert(
    fc.property(fc.subarray(options), fc.constantFrom("1", "2", "3"), (ticked, venueType) => {
      const data = form(["name", "a"], ["venueType", venueType], ...ticked);
      const checked = check(data, 1000);
      const draft = readModelDraft(data, () => "key-of-a-form");
      if (checked.status === "success") {
        expect(countFeatures(checked.value.choice)).toBe(countFeatures(choiceOfDraft(draft)));
      } else {
        expect(Object.keys(checked.error ?? {}).some((name) => /^static$|_(customize|num)$/.test(name))).toBe(true);
      }
      // What an answer carries shows the same boxes ticked.
      expect(readModelDraft(fieldsOfDraft(draft), () => "another")).toEqual(draft);
    }),
    { numRuns: 200 },
  );
});

test("a page that creates models shows beforehand which limit is reached, the month's first", () => {
  const free = (modelCreationsThisMonth: number) => ({ plan: 1, modelCreationsThisMonth });
  const [creating, complete, failed] = [{ status: 1 }, { status: 2 }, { status: 3 }];
  expect(creationLimitReached(free(1), [])).toBeNull();
  expect(creationLimitReached(free(1), [failed])).toBeNull();
  expect(creationLimitReached(free(1), [creating])?.text).toBe("AIモデルの所持数が上限に達しています。");
  expect(creationLimitReached(free(2), [complete])?.text).toBe("今月のAIモデル作成数が上限に達しています。");
  expect(creationLimitReached({ plan: 3, modelCreationsThisMonth: 3 }, [complete])).toBeNull();
  // The limit that binds first is the one that is stated: of equal ones the month's, which no deletion frees.
  const left = (plan: number, modelCreationsThisMonth: number, held: number) =>
    creationsLeftText({ plan, modelCreationsThisMonth }, held);
  expect(left(1, 0, 0)).toBe("所持できるのはあと1モデルです。");
  expect(left(1, 1, 0)).toBe("今月はあと1回つくれます。");
  expect(left(1, 1, 1)).toBe("いまは所持数の上限（1モデル）なので、つくる前に1つ削除してください。");
  expect(left(1, 2, 1)).toBe("今月はあと0回つくれます。");
  expect(left(4, 1, 1)).toBe("所持できるのはあと2モデルです。");
  expect(left(5, 50, 5)).toBe("いまは所持数の上限（5モデル）なので、つくる前に1つ削除してください。");
  expect(left(0, 50, 50)).toBe("");
});
