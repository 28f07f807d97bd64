import { raceIdOf } from "#app/domain/jv-data/race-slot.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import { addDays, dayNumber, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { type Going, type Sex, VenueType, type Weather } from "#app/domain/racing/race.ts";
import { type Meeting, meetingsOn } from "./calendar.ts";
import { type Horse, type Person, type Population, sexOn } from "./population.ts";
import { cardOf, type EntryConditions, meets, type RaceSpec } from "./programme.ts";
import { createStream, type Stream, StreamPurpose } from "./random.ts";
import { conditionsOf } from "./weather.ts";

/** `afterSales`: withdrawn after bets were sold, so that stakes are refunded. */
type Withdrawal = "none" | "beforeSales" | "afterSales" | "excluded";

export interface Entry {
  horse: Horse;
  horseNum: number;
  bracketNum: number;
  sex: Sex;
  age: number;
  jockey: Person;
  trainer: Person;
  carriedWeightKg: number;
  /** Null: could not be measured. */
  bodyWeightKg: number | null;
  /** Null on a first start or without a weight. */
  bodyWeightChangeKg: number | null;
  withdrawal: Withdrawal;
}

export interface PlannedRace {
  raceId: string;
  date: string;
  day: number;
  meeting: Meeting;
  spec: RaceSpec;
  weather: Weather;
  going: Going;
  cancelled: boolean;
  entries: Entry[];
}

const HOUR_SECONDS = 3600;
const DRAW_HOUR = 10;

/** Unix seconds of the draw of a day's races (YYYY-MM-DD), on the day before: only then are runners and their numbers known. */
export function drawnAt(date: string): number {
  return startOfJapanDay(addDays(date, -1)) + DRAW_HOUR * HOUR_SECONDS;
}

const MIN_CENTRAL_FIELD = 5;
const MIN_REGIONAL_FIELD = 4;
/** A race for fillies and mares is opened to all if fewer than this are available. */
const MIN_FEMALES = 12;
/** Most of the available horses that are considered for one race. */
const MAX_BALLOT = 320;
/** Weight in the ballot's logits per unit of log earnings. */
const EARNINGS_WEIGHT = 1.6;
const SCRATCH_RATE = 0.0026;
const EXCLUSION_RATE = 0.0009;
const UNWEIGHED_RATE = 0.0004;
/**
 * Error in choosing riders for a horse, in logits. At 0.9 a model of jockeys alone had 0.6 of the market's skill; in
 * Hong Kong it has 0.4.
 */
const RIDER_CHOICE_SD = 2;
/** Share of meetings abandoned half-way (snow, lightning, fog). */
const ABANDONED_RATE = 0.006;

/** Commits the horses to their races. Must be called once per day in calendar order. */
export function drawEntries(population: Population, date: string): PlannedRace[] {
  const day = dayNumber(date);
  const meetings = meetingsOn(date);
  const jockeys = assignJockeys(population, day, meetings);
  return meetings.flatMap((meeting, index) => drawMeeting(population, date, meeting, jockeys[index] ?? []));
}

function drawMeeting(
  population: Population,
  date: string,
  meeting: Meeting,
  jockeys: readonly Person[],
): PlannedRace[] {
  const { seed } = population;
  const day = dayNumber(date);
  const year = Number(date.slice(0, 4));
  const courseCode = Number(meeting.course.code);
  const free = (population.horses.get(meeting.course.venueType) ?? []).filter(
    ({ committed, gone, readyDay }) => !committed && !gone && readyDay <= day,
  );
  const ready = groupBy(free, ({ classLevel }) => classLevel);
  const candidates = (wanted: EntryConditions): Horse[] => {
    const found: Horse[] = [];
    for (let level = wanted.minLevel; level <= wanted.maxLevel; level++) {
      for (const horse of ready.get(level) ?? []) {
        if (!horse.committed && meets(horse, wanted, year)) found.push(horse);
      }
    }
    return found;
  };
  const programme = createStream(seed, StreamPurpose.programme, day, courseCode);
  const countWaiting = (wanted: EntryConditions): number => candidates(wanted).length;
  const card = cardOf(meeting, date, programme, countWaiting);
  const conditions = conditionsOf(seed, day, Number(date.slice(5, 7)), meeting);
  const abandonment = createStream(seed, StreamPurpose.cancellation, day, courseCode);
  const abandonedFrom = abandonment.chance(ABANDONED_RATE) ? 1 + abandonment.below(meeting.raceCount) : 99;
  return card.flatMap((spec, index) => {
    const stream = createStream(seed, StreamPurpose.entries, day, courseCode, spec.raceNum);
    const field = chooseField(candidates(spec.conditions), spec, meeting, day, stream);
    if (field.length < smallestField(meeting)) return [];
    const sky = conditions[index];
    return {
      raceId: raceIdOf({ date, code: meeting.course.code, raceNum: spec.raceNum }),
      date,
      day,
      meeting,
      spec,
      weather: sky?.weather ?? "fine",
      going: (spec.surface === "dirt" ? sky?.dirtGoing : sky?.turfGoing) ?? "firm",
      cancelled: spec.raceNum >= abandonedFrom,
      entries: declare(field, spec, date, jockeys, stream),
    };
  });
}

/** A jockey rides at one course per day, mostly near home. */
function assignJockeys(population: Population, day: number, meetings: readonly Meeting[]): Person[][] {
  const stream = createStream(population.seed, StreamPurpose.jockeysOfDay, day);
  const riders = meetings.map((): Person[] => []);
  for (const [venueType, people] of population.jockeys) {
    const places = meetings.flatMap((meeting, index) => (meeting.course.venueType === venueType ? [index] : []));
    if (places.length === 0) continue;
    const capacity = Math.ceil(people.length / places.length);
    const order = people.map((person) => ({ person, key: stream.uniform() })).sort((a, b) => a.key - b.key);
    for (const { person } of order) {
      const open = places.filter((index) => (riders[index]?.length ?? capacity) < capacity);
      const home = open.filter((index) => meetings[index]?.course.region === person.region);
      riders[stream.pick(home.length > 0 && stream.chance(0.8) ? home : open)]?.push(person);
    }
  }
  return riders;
}

const smallestField = ({ course }: Meeting): number =>
  course.venueType === VenueType.central ? MIN_CENTRAL_FIELD : MIN_REGIONAL_FIELD;

function desiredField({ maxField, grade }: RaceSpec, stream: Stream): number {
  const kind = stream.uniform();
  if (grade === "G1") return maxField;
  if (kind < 0.013) return 4 + stream.below(4);
  if (kind < 0.27) return maxField;
  return Math.max(MIN_CENTRAL_FIELD, maxField - 1 - Math.min(8, Math.floor(stream.exponential(3.1))));
}

/** Chooses the most suitable available horses. Graded races prefer the highest earnings. */
function chooseField(
  candidates: readonly Horse[],
  spec: RaceSpec,
  meeting: Meeting,
  day: number,
  stream: Stream,
): Horse[] {
  const central = meeting.course.venueType === VenueType.central;
  const size = Math.max(smallestField(meeting), desiredField(spec, stream));
  const logDistance = Math.log(spec.distanceM);
  const females = spec.femaleOnly ? candidates.filter(({ female }) => female) : [];
  const willing = females.length >= MIN_FEMALES ? females : candidates;
  const offset = stream.below(Math.max(1, willing.length));
  const best: { horse: Horse; score: number }[] = [];
  for (let index = 0; index < Math.min(willing.length, MAX_BALLOT); index++) {
    const horse = willing[(index + offset) % willing.length];
    if (horse === undefined) continue;
    const lean = spec.surface === "turf" ? horse.turfLean : -horse.turfLean;
    const score =
      0.045 * Math.min(60, day - horse.readyDay) +
      (spec.surface === "jump" || !central ? 0 : 2.4 * lean) -
      (spec.surface === "jump" ? 0 : 5 * Math.abs(logDistance - horse.logDistance)) +
      (horse.trainer.region === meeting.course.region ? 0.8 : 0) +
      (spec.grade === null ? 0 : EARNINGS_WEIGHT * Math.log(1e6 + horse.earningsYen)) +
      3.5 * stream.uniform();
    const last = best.at(-1);
    if (best.length === size && last !== undefined && score <= last.score) continue;
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < score) place--;
    best.splice(place, 0, { horse, score });
    if (best.length > size) best.pop();
  }
  return best.map(({ horse }) => horse);
}

function declare(
  field: readonly Horse[],
  spec: RaceSpec,
  date: string,
  jockeys: readonly Person[],
  stream: Stream,
): Entry[] {
  const day = dayNumber(date);
  const year = Number(date.slice(0, 4));
  const drawn = field.map((horse) => ({ horse, key: stream.uniform() })).sort((a, b) => a.key - b.key);
  const riders = assignRiders(
    drawn.map(({ horse }) => horse),
    jockeys,
    stream,
  );
  return drawn
    .map(({ horse }, index) => {
      horse.committed = true;
      const jockey = riders[index];
      if (jockey === undefined) throw new RangeError(`no jockey left for ${horse.id}`);
      const age = year - horse.birthYear;
      const weight = weigh(horse, day, age, stream);
      return {
        horse,
        horseNum: index + 1,
        bracketNum: bracketOf(index + 1, field.length),
        sex: sexOn(horse, day),
        age,
        jockey,
        trainer: horse.trainer,
        carriedWeightKg: carriedWeight(horse, spec, age, jockey, stream),
        bodyWeightKg: stream.chance(UNWEIGHED_RATE) ? null : weight.bodyWeightKg,
        bodyWeightChangeKg: weight.bodyWeightChangeKg,
        withdrawal: field.length > 4 ? drawWithdrawal(stream) : "none",
      };
    })
    .map((entry) => (entry.bodyWeightKg === null ? { ...entry, bodyWeightChangeKg: null } : entry));
}

/**
 * The bracket of a horse number. Up to 8 runners have one each; of 9–16, the last n − 8 brackets hold two; of 17,
 * bracket 8 holds three; of 18, brackets 7 and 8 do.
 * @throws {RangeError} outside 1 ≤ horseNum ≤ declared ≤ 18
 */
export function bracketOf(horseNum: number, declared: number): number {
  if (!(horseNum >= 1 && horseNum <= declared && declared <= 18)) {
    throw new RangeError(`no bracket for horse ${horseNum} of ${declared}`);
  }
  let bracket = 1;
  for (let last = sizeOf(1, declared); last < horseNum; last += sizeOf(bracket, declared)) bracket += 1;
  return bracket;
}

const sizeOf = (bracket: number, declared: number): number => Math.max(1, Math.floor((declared + bracket - 1) / 8));

function drawWithdrawal(stream: Stream): Withdrawal {
  const kind = stream.uniform();
  if (kind < SCRATCH_RATE / 2) return "beforeSales";
  if (kind < SCRATCH_RATE) return "afterSales";
  return kind < SCRATCH_RATE + EXCLUSION_RATE ? "excluded" : "none";
}

/** Good jockeys get more rides and better horses; a horse keeps its jockey about every other time. */
function assignRiders(field: readonly Horse[], jockeys: readonly Person[], stream: Stream): Person[] {
  const free = new Set(jockeys);
  const riders = new Map<Horse, Person>();
  for (const horse of field) {
    const last = horse.lastJockey;
    if (last !== null && free.has(last) && stream.chance(0.6)) {
      riders.set(horse, last);
      free.delete(last);
    }
  }
  const rest = field.filter((horse) => !riders.has(horse));
  const order = rest
    .map((horse) => ({ horse, key: horse.ability + horse.form + RIDER_CHOICE_SD * stream.normal() }))
    .sort((a, b) => b.key - a.key);
  const willing = [...free]
    .map((person) => ({ person, key: person.skill + 0.4 * stream.normal() }))
    .sort((a, b) => b.key - a.key)
    .slice(0, rest.length)
    .sort((a, b) => b.person.skill - a.person.skill);
  order.forEach(({ horse }, index) => {
    const rider = willing[index];
    if (rider !== undefined) riders.set(horse, rider.person);
  });
  return field.flatMap((horse) => riders.get(horse) ?? []);
}

function carriedWeight(horse: Horse, spec: RaceSpec, age: number, jockey: Person, stream: Stream): number {
  const { conditions, surface } = spec;
  if (surface === "jump") return (age === 3 ? 58 : 60) - (horse.female ? 2 : 0);
  if (spec.handicap) {
    const rating = Math.max(-4, Math.min(4, 2 * (horse.ability - 0.75 * conditions.minLevel) + stream.normal()));
    return Math.round(2 * (55.5 + rating - (horse.female ? 1.5 : 0))) / 2;
  }
  const byAge = age === 2 ? 56 : age === 3 ? (conditions.age === "3+" ? 55 : 57) : 58;
  const base = byAge - (horse.circuit === VenueType.central ? 0 : 1);
  return base - (horse.female ? (age === 2 ? 1 : 2) : 0) - jockey.allowanceKg;
}

/** Body weight in even kilograms: grows until age four, drifts towards the frame, varies more after a long rest. */
function weigh(
  horse: Horse,
  day: number,
  age: number,
  stream: Stream,
): { bodyWeightKg: number; bodyWeightChangeKg: number | null } {
  const target = horse.frameKg - 9 * Math.max(0, 4 - age);
  const last = horse.lastWeightKg;
  const restDays = day - horse.lastStartDay;
  const raw =
    last === null
      ? target + 4 * stream.normal()
      : last + 0.25 * (target - last) + (3.2 + Math.min(6, restDays / 40)) * stream.normal();
  const bodyWeightKg = 2 * Math.round(Math.min(590, Math.max(360, raw)) / 2);
  return { bodyWeightKg, bodyWeightChangeKg: last === null || horse.starts === 0 ? null : bodyWeightKg - last };
}
