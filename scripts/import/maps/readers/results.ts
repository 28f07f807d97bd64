import { quote } from "#app/domain/racing/fields.ts";
import { type CellReader, extract, orNothing, plain, readNumber } from "./plain.ts";

const STATUS_WORDS: Readonly<Record<string, string>> = {
  ...wordsFor("scratched", "取 取消 取消し 取り消し 出走取消 出走取消し 消"),
  ...wordsFor("excluded", "除 除外 競走除外 発走除外 出走除外 外"),
  ...wordsFor("did_not_finish", "中 中止 競走中止 止 落馬 落馬中止"),
  ...wordsFor("disqualified", "失 失格"),
  // A note beside a place: demoted, remounted, a dead heat.
  ...wordsFor("finished", "降 降着 再 再騎乗 同 同着"),
};

function wordsFor(status: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(" ").map((word) => [word, status]));
}

const PLACE = /^\(?(\d{1,2})(?:\.0+)?\)?(?:[着位]|\s*\(?(?:降|再|同|同着|降着)\)?)?$/;

/** What became of the runner, as the column of finishing positions has it; "" before the race. */
export const readFinishStatus = (cell: string): string => {
  const text = orNothing(plain(cell));
  if (text === "") return "";
  if (PLACE.test(text)) return "finished";
  const word = text.replace(/^\((.+)\)$/, "$1").replace(/[\s・]*\(.*\)$/, "");
  return STATUS_WORDS[word] ?? text;
};

/** Words in place of a position are the status's. */
export const readFinish = (cell: string): string => {
  const text = orNothing(plain(cell));
  return PLACE.exec(text)?.[1]?.replace(/^0/, "") ?? "";
};

const isWithdrawn = (text: string): boolean => ["scratched", "excluded"].includes(readFinishStatus(text));

/** A word in place of odds, popularity or weight that states that the horse does not run. */
export const readWithdrawn: CellReader = (cell) => (isWithdrawn(plain(cell)) ? readFinishStatus(cell) : "");

/** A column that states only who does not run: 取消, 除外 or empty. A number is a code that nothing explains. */
export const readWithdrawnFlag: CellReader = (cell) => {
  const text = orNothing(plain(cell));
  return isWithdrawn(text) || !/^\d+$/.test(text) ? readFinishStatus(text) : text;
};

/** 9-8-8, 9,8,8, ⑨⑧⑧, and 3月2日, as spreadsheets show 3-2; corners without a position (* or 0) are left out. */
export const readCorners: CellReader = (cell) => {
  const text = plain(cell.replaceAll(/[①-⑳\u24eb-\u24fe\u2776-\u2793]/g, (circled) => `${plain(circled)}-`))
    .replace(/^(\d{1,2})\.0+$/, "$1")
    .replace(/^(\d{1,2})月(\d{1,2})日$/, "$1-$2");
  if (!/^[\d\s\-ー－−,、・()=*]*$/.test(text) || /\d{3}/.test(text)) return text;
  return text
    .split(/\D+/)
    .filter((position) => Number(position) > 0)
    .map(Number)
    .join("-");
};

const oddsText = (cell: string): string =>
  isWithdrawn(plain(cell))
    ? ""
    : orNothing(
        plain(cell)
          .replaceAll(/,(?=\d{3}(?:\D|$))/g, "")
          .replace(/倍$/, ""),
      );

/** Odds have one digit behind the point; a spreadsheet leaves out a zero there, and no other. */
const LEAST_TENTHS = 10;

/**
 * Reads odds. A column without any point may have tenths (25 for 2.5) or dividends (250); a number below 10 shows that
 * they are whole.
 */
export function createOddsReader(cells: Iterable<string>): CellReader {
  let hasPoint = false;
  let hasSmall = false;
  for (const cell of new Set(cells)) {
    const text = oddsText(cell);
    hasPoint ||= text.includes(".");
    hasSmall ||= /^\d$/.test(text);
  }
  return (cell) => {
    const text = oddsText(cell);
    if (hasPoint || hasSmall || !/^\d+$/.test(text) || Number(text) < LEAST_TENTHS) return text;
    return {
      doubt: `${quote(cell)} may be ${text}.0 or ${(Number(text) / 10).toFixed(1)}, or a dividend: no odds of the column have a point`,
    };
  };
}

export const readPopularity: CellReader = (cell) =>
  isWithdrawn(plain(cell)) ? "" : orNothing(extract(cell, /^\(?(\d{1,2})(?:\.0+)?番?(?:人気)?\)?$/));

/** JRA-VAN writes 999 for a weight that was not taken. */
const NO_WEIGHT = /^\+?999$/;
const WEIGHT = /^(\d{3,4})(?:\.0+)?\s*(?:kg)?\s*(?:\(\s*([^)]*?)\s*\)|\s([+-]\s*\d+))?$/i;

/** 480, 480(+2), 480(初出走), 480.0. */
export const readWeight: CellReader = (cell) => {
  if (isWithdrawn(plain(cell)) || /^0(?:\.0*)?\s*(?:kg)?\s*(?:\(.*\))?$/.test(plain(cell))) return "";
  const weight = extract(cell, WEIGHT);
  return NO_WEIGHT.test(weight) ? "" : weight;
};

/** +2 of 480(+2) or of a column of its own; a first start and an unknown weight before have none. */
export const readWeightChange: CellReader = (cell) => {
  const text = plain(cell);
  if (isWithdrawn(text)) return "";
  const [whole, , inside, behind] = WEIGHT.exec(text) ?? [];
  const change = (whole === undefined ? text : (inside ?? behind ?? "")).replaceAll(/\s|kg$|^\(|\)$/g, "");
  if (/^(?:初.*|新馬?|前.*|計.*|-+|\d+\(.*)?$/.test(change) || NO_WEIGHT.test(change)) return "";
  return readNumber(change.replace(/^[±+](?=[+\d])/, "").replace(/^[−‐–ー―]/, "-"));
};

/** Without an apprentice's mark before or behind. */
export const readCarriedWeight: CellReader = (cell) =>
  orNothing(
    plain(cell)
      .replaceAll(/[▲△▽▼☆★◇◆○◎*]/g, "")
      .replace(/\(\s*\)/, "")
      .replace(/\s*(?:kg|キロ)\s*$/i, "")
      .trim(),
  );
