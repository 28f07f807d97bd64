import {
  day,
  decimal,
  type Fields,
  flag,
  MAX_ID,
  matching,
  oneOf,
  oneOfNumbers,
  optional,
  orElse,
  type RecordOf,
  required,
  tenths,
  text,
  whole,
} from "./fields.ts";
import {
  APPRENTICE_MARKS,
  GOINGS,
  GRADES,
  RACE_STATUSES,
  type RaceStatus,
  RUNNER_STATUSES,
  SEXES,
  SURFACES,
  TRAINER_BASES,
  VENUE_TYPES,
  VenueType,
  WEATHERS,
  WEIGHT_RULES,
} from "./race.ts";

/**
 * The fields of the three records of racing. The open CSV format, the columns and values of imports, the features'
 * inputs and the sample's files follow from these tables. Their order is that of files and of values under a content
 * hash. A new field needs a line here, a column in `app/db/schema/racing.server.ts` with its migration, and its use.
 * Ranges only catch impossible values.
 */

const raceId = () =>
  required(matching("race_id", /^[\x21-\x7e]{1,64}$/, "is not an id of 1 to 64 printable ASCII characters"), "");

/** Conditions and laps, which only the race's own pages show: lists of races leave them out. */
const RACE_DETAIL_FIELDS = {
  weightRule: optional(oneOf("weight_rule", WEIGHT_RULES)),
  /** As the organiser writes them: (混)(指), 牝. */
  entryMarks: optional(text("entry_marks", 20)),
  /** 右, 左・外, 直線. */
  courseWay: optional(text("course_way", 20)),
  /** Position of the movable rail, コース区分. */
  rail: optional(matching("rail", /^[A-E][12]?$/, "is no position of the rail (A to E)")),
  /** 本賞金 from the first place on: "15500000-6200000". */
  pursesYen: optional(
    matching("purses_yen", /^\d{1,12}(-\d{1,12}){0,9}$/, 'is not prizes first to last, like "15500000-6200000"'),
  ),
  /** The leader's seconds for each 200 m; a shorter section comes first: "7.1-10.9-11.5". */
  lapsS: optional(matching("laps_s", /^\d{1,2}\.\d(-\d{1,2}\.\d){0,24}$/, 'is not seconds, like "7.1-10.9"')),
} as const satisfies Fields;

export const RACE_FIELDS = {
  raceId: raceId(),
  /** Race day in Japan, YYYY-MM-DD. */
  date: required(day("date"), ""),
  venue: required(text("venue", MAX_ID), ""),
  venueType: required(oneOfNumbers("venue_type", VENUE_TYPES), VenueType.central),
  raceNum: required(whole("race_num", 1, 99), 1),
  name: orElse(text("name"), ""),
  /** HH:MM, Japan time. */
  startTime: matching("start_time", /^([01]\d|2[0-3]):[0-5]\d$/, "is not a time of day (HH:MM)"),
  surface: oneOf("surface", SURFACES),
  distanceM: whole("distance_m", 100, 10_000),
  weather: oneOf("weather", WEATHERS),
  going: oneOf("going", GOINGS),
  /** Null: derived from the runners when an import ends. */
  status: optional(oneOf("status", RACE_STATUSES)),
  /** 5 and 6 of 5回京都6日. */
  meetingNum: optional(whole("meeting_num", 1, 99)),
  meetingDay: optional(whole("meeting_day", 1, 99)),
  /** Null: none, or unknown. */
  grade: optional(oneOf("grade", GRADES)),
  /** As the organiser writes it: 2歳未勝利, 3歳以上2勝クラス. */
  raceClass: optional(text("race_class", 40)),
  ...RACE_DETAIL_FIELDS,
} as const satisfies Fields;

export const RUNNER_FIELDS = {
  raceId: raceId(),
  horseNum: required(whole("horse_num", 1, 99), 1, "is empty (allowed only for a runner scratched or excluded)"),
  /** 1–8 in Japan, elsewhere the stall. */
  bracketNum: whole("bracket_num", 1, 99),
  horseId: required(text("horse_id", MAX_ID), ""),
  horseName: required(text("horse_name"), ""),
  sex: oneOf("sex", SEXES),
  age: whole("age", 1, 50),
  carriedWeightKg: decimal("carried_weight_kg", 1, 200),
  jockeyId: text("jockey_id", MAX_ID),
  jockeyName: text("jockey_name"),
  trainerId: text("trainer_id", MAX_ID),
  trainerName: text("trainer_name"),
  status: required(oneOf("status", RUNNER_STATUSES), "entered"),
  finishPosition: whole("finish_position", 1, 99),
  timeS: tenths("time_s", 1, 3600),
  /** 0 for the winner; a demoted horse may have been faster than the official winner. */
  marginS: tenths("margin_s", -600, 600),
  /** Position at each passed corner, first to last: "9-8-8". */
  cornerPositions: matching(
    "corner_positions",
    /^\d{1,2}(-\d{1,2}){0,9}$/,
    'is not positions first to last, like "9-8-8"',
  ),
  last600mS: tenths("last_600m_s", 1, 600),
  winOdds: tenths("win_odds", 0.1, 1_000_000),
  popularity: whole("popularity", 1, 99),
  bodyWeightKg: whole("body_weight_kg", 50, 2000),
  bodyWeightChangeKg: whole("body_weight_change_kg", -500, 500),
  prizeYen: whole("prize_yen", 0, 1e12),
  sireName: text("sire_name"),
  damSireName: text("dam_sire_name"),
  /** Hampered in this race; known only afterwards. */
  trouble: optional(flag("trouble")),
  damName: optional(text("dam_name")),
  trainerBase: optional(oneOf("trainer_base", TRAINER_BASES)),
  /** Mark of the jockey's allowance, which the carried weight includes. */
  apprentice: optional(oneOf("apprentice", APPRENTICE_MARKS)),
  blinkers: optional(flag("blinkers")),
  /** Behind the horse before, as the organiser writes it: クビ, 1 1/2. */
  lengths: optional(text("lengths", 20)),
} as const satisfies Fields;

export const PAYOUT_FIELDS = {
  raceId: raceId(),
  /** A ticket kind; other types are kept and not used. */
  betType: required(matching("bet_type", /^[a-z0-9_]{1,32}$/, "is no bet type"), ""),
  /** "6", "6-8": ascending, but in order of finish for exacta and trifecta. Brackets for bracket. */
  combination: required(
    matching("combination", /^\d{1,2}(-\d{1,2}){0,3}$/, 'is not a combination like "6" or "6-8"'),
    "",
  ),
  /** Per 100 yen, stake included. */
  payoutYen: required(whole("payout_yen", 0, 1e12), 0),
} as const satisfies Fields;

/** A race as a file has it. */
export type ParsedRace = RecordOf<typeof RACE_FIELDS>;
/** With its status known. */
export type Race = Omit<ParsedRace, "status"> & { status: RaceStatus };
export type RaceDetails = RecordOf<typeof RACE_DETAIL_FIELDS>;
export type ListedRace = Omit<Race, keyof RaceDetails>;
/** A row of the card with its result. Units are in the names. */
export type Runner = RecordOf<typeof RUNNER_FIELDS>;
export type Payout = RecordOf<typeof PAYOUT_FIELDS>;
