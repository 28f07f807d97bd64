/** The vocabulary of racing (README, "Terms"). Names and values follow the open CSV format (`../open-csv/`). */

/** 1 central (JRA), 2 Nankan, 3 Monbetsu, 4 other regional: history only, not offered to users. */
export const VenueType = { central: 1, nankan: 2, monbetsu: 3, otherRegional: 4 } as const;
export type VenueType = (typeof VenueType)[keyof typeof VenueType];
export const VENUE_TYPES = Object.values(VenueType);

export const MODEL_VENUE_TYPES = [VenueType.central, VenueType.nankan, VenueType.monbetsu] as const;
export type ModelVenueType = (typeof MODEL_VENUE_TYPES)[number];

export const SURFACES = ["turf", "dirt", "jump"] as const;
export type Surface = (typeof SURFACES)[number];

export const WEATHERS = ["fine", "cloudy", "rainy", "drizzle", "snow", "light_snow"] as const;
export type Weather = (typeof WEATHERS)[number];

/** 馬場状態: 良, 稍重, 重, 不良. */
export const GOINGS = ["firm", "good", "yielding", "soft"] as const;
export type Going = (typeof GOINGS)[number];

export const RACE_STATUSES = ["scheduled", "result", "cancelled"] as const;
export type RaceStatus = (typeof RACE_STATUSES)[number];

/** GⅠ, GⅡ, GⅢ, リステッド, and 重賞 without one of these grades (regional circuits). */
export const GRADES = ["G1", "G2", "G3", "listed", "stakes"] as const;
export type Grade = (typeof GRADES)[number];

/** 負担重量: ハンデ, 別定, 馬齢, 定量. */
export const WEIGHT_RULES = ["handicap", "special", "age", "set"] as const;
export type WeightRule = (typeof WEIGHT_RULES)[number];

/** Stables: 美浦, 栗東, a regional circuit, abroad. */
export const TRAINER_BASES = ["miho", "ritto", "regional", "foreign"] as const;
export type TrainerBase = (typeof TRAINER_BASES)[number];

/** The organisers' marks of jockeys with an allowance: 1, 2, 3 and 4 kg, and 2 kg of experienced women. */
export const APPRENTICE_MARKS = ["☆", "△", "▲", "★", "◇"] as const;

export const SEXES = ["male", "female", "gelding"] as const;
export type Sex = (typeof SEXES)[number];

export const RUNNER_STATUSES = [
  "entered",
  "finished",
  "scratched",
  "excluded",
  "did_not_finish",
  "disqualified",
  "no_result",
] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];

/** 取消 and 除外: no start, and stakes are refunded. */
export const NON_STARTERS: readonly RunnerStatus[] = ["scratched", "excluded"];

/** Whether a runner left the gate or may still do so. */
export function isStarter(status: RunnerStatus): boolean {
  return !NON_STARTERS.includes(status);
}

/** Whether every runner is withdrawn; the race need not be declared cancelled. */
export function areAllOut(runners: readonly { status: RunnerStatus }[]): boolean {
  return runners.length > 0 && !runners.some(({ status }) => isStarter(status));
}

/** The bets of rankings and reports. */
export const BET_TYPES = ["win", "place", "quinella"] as const;
export type BetType = (typeof BET_TYPES)[number];

export function byBetType<Value>(measure: (betType: BetType) => Value): Record<BetType, Value> {
  return Object.fromEntries(BET_TYPES.map((betType) => [betType, measure(betType)])) as Record<BetType, Value>;
}

/** A row of 0 yen stands for a bet type that was 不成立. */
export function isPaid({ payoutYen }: { payoutYen: number }): boolean {
  return payoutYen > 0;
}

/** At least the stake. Less is 特払, paid to every ticket of a pool without a winner. */
export function isRegularPayout({ payoutYen }: { payoutYen: number }): boolean {
  return payoutYen >= 100;
}
