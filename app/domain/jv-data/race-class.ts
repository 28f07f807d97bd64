/** Table 2005: who may run. */
export const AGE_WORDS: Readonly<Record<string, string>> = {
  "11": "2歳",
  "12": "3歳",
  "13": "3歳以上",
  "14": "4歳以上",
  "18": "障害3歳以上",
  "19": "障害4歳以上",
  "21": "アラブ系2歳",
  "22": "アラブ系3歳",
  "23": "アラブ系3歳以上",
  "24": "アラブ系4歳以上",
};

const CLASS_WORDS: Readonly<Record<string, string>> = {
  "701": "新馬",
  "702": "未出走",
  "703": "未勝利",
  "999": "オープン",
};

/** Central classes by prize money were replaced by classes by wins in June 2019. */
const CLASSES_BY_WINS_FROM = "2019-06-01";
const WIN_CLASS_WORDS: Readonly<Record<string, string>> = {
  "005": "1勝クラス",
  "010": "2勝クラス",
  "016": "3勝クラス",
};
const YEN_PER_CLASS_UNIT = 100;

/** 00 is not set, 49 a regional race without an age condition. */
export function isKnownAges(code: string): boolean {
  return Object.hasOwn(AGE_WORDS, code) || /^(?:[0 ]*|49)$/.test(code);
}

export function isKnownCondition(code: string): boolean {
  return Object.hasOwn(CLASS_WORDS, code) || /^(?:0\d\d|100| *)$/.test(code);
}

/**
 * The class of a central race, such as 3歳以上2勝クラス; null if the codes do not determine it. `ages` is of table 2005,
 * `condition` of table 2007 for the youngest horses that may run.
 */
export function raceClassOf({
  ages,
  condition,
  date,
}: {
  ages: string;
  condition: string;
  date: string;
}): string | null {
  const who = AGE_WORDS[ages];
  if (who === undefined) return null;
  const byWins = date >= CLASSES_BY_WINS_FROM ? WIN_CLASS_WORDS[condition] : undefined;
  const what = CLASS_WORDS[condition] ?? byWins ?? prizeClassOf(condition);
  return what === null ? null : `${who}${what}`;
}

/** 001 to 100: the limit in million yen won. */
function prizeClassOf(condition: string): string | null {
  const millions = /^(?:0\d\d|100)$/.test(condition) ? Number(condition) : 0;
  return millions === 0 ? null : `${millions * YEN_PER_CLASS_UNIT}万円以下`;
}
