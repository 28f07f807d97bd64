import { tidyPersonName, tidyText } from "#app/domain/jv-data/tidy-text.ts";
import { quote } from "#app/domain/racing/fields.ts";
import { type CellReader, plain, type Reading } from "./plain.ts";

const HALF_WIDTH_KANA = /[\uff61-\uff9f]+/g;

/** As names of records are written, so that a name is the same whatever file it comes from. */
export function readText(cell: string): string {
  if (plain(cell) === "") return "";
  return tidyText(cell.replaceAll(HALF_WIDTH_KANA, (kana) => kana.normalize("NFKC")).replaceAll(/\s+/g, " "));
}

const PLACES =
  "美浦 栗東 地方 海外 外国 中央 JRA 北海道 道営 ホッカイドウ 岩手 宇都宮 岩見沢 名古屋 兵庫 紀三井寺 ばんえい 帯広 門別 浦和 旭川 群馬 新潟 愛知 姫路".split(
    " ",
  );
/** Stables that are family names as well. */
const DOUBTFUL_PLACES =
  "北見 盛岡 水沢 上山 三条 足利 栃木 高崎 船橋 大井 川崎 金沢 笠松 園田 益田 福山 高知 佐賀 荒尾 中津".split(" ");
/** Stables as one character, in brackets or before a dot. */
const INITIALS = "東西美栗地外海大川船浦門北道岩盛水金笠名愛園姫兵高佐帯";

const MARKS = /[▲△▽▼☆★◇◆○〇◯●◎*＊]/g;
const CHANGED_RIDER = /(?:\s+替|\s*[(（]替[)）])$/;
const BRACKETS = /^[[(［（]([^\])］）]{0,6})[\])］）]\s*/;
const BRACKETS_BEHIND = /\s*[[(［（]([^\])］）]{0,6})[\])］）]$/;
const PLACE = new RegExp(`^(?:${PLACES.join("|")})[\\s・]*`);
const PLACE_BEHIND = /[\s・]*(?:美浦|栗東)$/;
const INITIAL = new RegExp(`^[${INITIALS}]・`);
const DOUBTFUL_PLACE = new RegExp(`^(${DOUBTFUL_PLACES.join("|")})[\\s・]*(.+)$`);

function isPlace(text: string): boolean {
  const place = plain(text).replaceAll(" ", "");
  return (place.length <= 1 && INITIALS.includes(place)) || PLACES.includes(place) || DOUBTFUL_PLACES.includes(place);
}

/** A name without marks of allowances and changes (▲△☆★◇◆), and without a stable in brackets. */
function withoutMarks(cell: string): string {
  let name = readText(cell.replaceAll(MARKS, "")).replace(CHANGED_RIDER, "");
  const [before, inside = ""] = BRACKETS.exec(name) ?? [];
  if (before !== undefined && isPlace(inside)) name = name.slice(before.length);
  const [behind, insideBehind = ""] = BRACKETS_BEHIND.exec(name) ?? [];
  return behind !== undefined && isPlace(insideBehind) ? name.slice(0, -behind.length) : name;
}

export const readPerson: CellReader = (cell) => tidyPersonName(withoutMarks(cell));

/** [西]矢作芳人, 美浦 国枝栄, (栗)矢作芳人, 栗東・矢作芳人, 矢作芳人(栗東), 海外スミス: the person, perhaps behind a place. */
const withoutStable = (cell: string): string =>
  withoutMarks(cell).replace(PLACE, "").replace(PLACE_BEHIND, "").replace(INITIAL, "");

/** A column of which fewer cells begin with a place has family names, not places. */
const NAMES_PER_PLACE = 5;

/**
 * Reads trainers. 川崎太郎 is 太郎 of 川崎 if all cells of the column begin with a place, else a whole name.
 * @param venues of the table's races
 */
export function createTrainerReader(cells: Iterable<string>, venues: ReadonlySet<string>): CellReader {
  let safe = 0;
  let doubtful = 0;
  let bare = 0;
  for (const cell of new Set(cells)) {
    const name = withoutStable(cell);
    if (name === "") continue;
    if (DOUBTFUL_PLACE.test(name)) doubtful += 1;
    else if (name === withoutMarks(cell) && name === readText(cell)) bare += 1;
    else safe += 1;
  }
  const isColumnOfPlaces = (place: string) => bare === 0 && (safe + doubtful > 1 || venues.has(place));
  const haveNone = safe === 0 && bare >= doubtful * NAMES_PER_PLACE;
  return (cell): Reading => {
    const name = withoutStable(cell);
    const [, place, rest = ""] = DOUBTFUL_PLACE.exec(name) ?? [];
    if (place === undefined || haveNone) return tidyPersonName(name);
    if (isColumnOfPlaces(place)) return tidyPersonName(rest);
    const whole = tidyPersonName(name);
    return {
      doubt: `${quote(whole)} may be ${rest} of ${place}, or a whole name: a map says so by "read": "person" for a whole name`,
    };
  };
}

/** Marks of origin before a name: (外), [地], ○外, マル外, 外 before kana; and others: ◎, *. */
const ORIGIN =
  /^(?:[[(［（][^\])］）]{1,2}[\])］）]|(?:[○〇◯□]|マル|カク)[外地父市抽]|[外地父市抽](?=[ァ-ヴ])|[^\p{L}\p{N}\p{P}])+/u;
const OTHER_MARKS = /^[*＊#＃※@]+\s*/;
/** The country of a horse that was born abroad, or a mark of origin. */
const COUNTRY = /\s*[[(［（](?:[A-Z]{2,3}|[外地父市抽])[\])］）]$/;

export const readHorse: CellReader = (cell) =>
  readText(cell).replace(ORIGIN, "").replace(OTHER_MARKS, "").replace(COUNTRY, "").trim();

/** Ids of spreadsheets: 2.0221E+09 has lost digits, 0 is none. */
export const readId: CellReader = (cell) => {
  const text = readText(cell).replace(/^(\d+)\.0+$/, "$1");
  if (/^\d(?:\.\d+)?E\+?\d+$/i.test(text))
    return {
      doubt: `${quote(text)} has lost digits in a spreadsheet: export the file once more, with this column as text`,
    };
  return /^0*$/.test(text) ? "" : text;
};
