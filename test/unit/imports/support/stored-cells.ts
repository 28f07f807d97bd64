/** What may stand in a column, said anew: no code of the product decides whether what it took is sound. */

type Value = string | number | null;
type Rule = (value: string | number) => boolean;

const matches =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(String(value));

const within =
  (least: number, most: number, isWhole = true): Rule =>
  (value) =>
    String(value).trim() !== "" &&
    Number(value) >= least &&
    Number(value) <= most &&
    (!isWhole || Number.isInteger(Number(value)));

/** One line of characters that can be seen; those of private use are what firms add to CP932. */
const shown =
  (most: number): Rule =>
  (value) =>
    String(value).length <= most &&
    !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u.test(
      String(value).replace(/[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]/g, ""),
    );

const isDay: Rule = (value) => {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value;
};

const RULES: Readonly<Record<string, Rule>> = {
  race_id: matches(/^[!-~]{1,64}$/),
  date: isDay,
  venue: shown(64),
  venue_type: within(1, 4),
  race_num: within(1, 99),
  name: shown(200),
  start_time: matches(/^([01]\d|2[0-3]):[0-5]\d$/),
  surface: matches(/^(turf|dirt|jump)$/),
  distance_m: within(100, 10_000),
  weather: matches(/^(fine|cloudy|rainy|drizzle|snow|light_snow)$/),
  going: matches(/^(firm|good|yielding|soft)$/),
  meeting_num: within(1, 99),
  meeting_day: within(1, 99),
  grade: matches(/^(G1|G2|G3|listed|stakes)$/),
  race_class: shown(40),
  horse_num: within(1, 99),
  bracket_num: within(1, 99),
  horse_id: shown(64),
  horse_name: shown(200),
  sex: matches(/^(male|female|gelding)$/),
  age: within(1, 50),
  carried_weight_kg: within(1, 200, false),
  jockey_id: shown(64),
  jockey_name: shown(200),
  trainer_id: shown(64),
  trainer_name: shown(200),
  status: matches(
    /^(scheduled|result|cancelled|entered|finished|scratched|excluded|did_not_finish|disqualified|no_result)$/,
  ),
  finish_position: within(1, 99),
  time_s: within(1, 3600, false),
  margin_s: within(-600, 600, false),
  corner_positions: matches(/^\d{1,2}(-\d{1,2}){0,9}$/),
  last_600m_s: within(1, 600, false),
  win_odds: within(0.1, 1_000_000, false),
  popularity: within(1, 99),
  body_weight_kg: within(50, 2000),
  body_weight_change_kg: within(-500, 500),
  prize_yen: within(0, 1e12),
  sire_name: shown(200),
  dam_sire_name: shown(200),
  trouble: within(0, 1),
  bet_type: matches(/^[a-z0-9_]{1,32}$/),
  combination: matches(/^\d{1,2}(-\d{1,2}){0,3}$/),
  payout_yen: within(0, 1e12),
};

const REQUIRED = new Set(
  "race_id date venue venue_type race_num horse_num horse_id horse_name status bet_type combination payout_yen".split(
    " ",
  ),
);

/** The columns of a row that hold what they must not; columns without a rule are passed over. */
export function badColumns(row: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(row).flatMap(([column, value]) => (isSound(column, asValue(value)) ? [] : [column]));
}

const asValue = (value: unknown): Value => (typeof value === "number" || typeof value === "string" ? value : null);

function isSound(column: string, value: Value): boolean {
  if (value === null || value === "") return !REQUIRED.has(column);
  return RULES[column]?.(value) ?? true;
}
