import { DAY_SECONDS } from "#app/domain/racing/japan-time.ts";
import { GOINGS, SEXES, SURFACES, WEATHERS } from "#app/domain/racing/race.ts";
import { BASE_COLUMNS, type BaseColumnId, baseColumnsOf } from "./catalogue.ts";
import { type History, NONE, NONE_16 } from "./history.ts";
import { encodeValue } from "./matrix.ts";
import {
  DISTANCE_CLASS_COUNT,
  distanceClass,
  type Past,
  POST_PARTS,
  relativeFinishOf,
  SURFACE_COUNT,
  sireKeys,
} from "./past.ts";
import { NONE_FIGURE, RESIDUAL_STEP } from "./ratings/rating-model.ts";

/** Prior strengths of the ratios, in expected wins or places: about 70 rides, or 30 starts of a sire's progeny. */
const WIN_PRIOR = 6;
const RECENT_WIN_PRIOR = 3;
const PLACE_PRIOR = 8;
const POST_PRIOR = 8;
/** Starts at which an aptitude has half its weight. */
const APTITUDE_PRIOR = 3;
/** Starts at which a form has half its weight, and the weight that pulls a course's slope towards 0. */
const FORM_PRIOR = 8;
export const SLOPE_PRIOR = 4;
/** Days without a start that count as a break, and the most starts that are counted since. */
const BREAK_DAYS = 70;
const MOST_SINCE_BREAK = 6;
/** Mares do best in summer: the cosine is highest in the middle of January. */
const SEASON_DAY = 15;
const YEAR_DAYS = 365;
const SIMILAR_DISTANCE_M = 200;
const SIMILAR_FIELD = 3;

const DAY_MS = DAY_SECONDS * 1000;

const DIRT = SURFACES.indexOf("dirt") + 1;
const JUMP = SURFACES.indexOf("jump") + 1;
const FEMALE = SEXES.indexOf("female") + 1;
const GELDING = SEXES.indexOf("gelding") + 1;
const FIRM = GOINGS.indexOf("firm") + 1;
const CLOUDY = WEATHERS.indexOf("cloudy") + 1;
const RAINS = [WEATHERS.indexOf("rainy") + 1, WEATHERS.indexOf("drizzle") + 1];
const SNOWS = [WEATHERS.indexOf("snow") + 1, WEATHERS.indexOf("light_snow") + 1];

const INDEX = Object.fromEntries(BASE_COLUMNS.map(({ id }, index) => [id, index])) as Record<BaseColumnId, number>;

/** Basic information and static columns of a venue type, from the state of `past` at each `write`. */
export function createBaseWriter(past: Past, venueType: number) {
  const columns = baseColumnsOf(venueType);
  const source = columns.map(({ id }) => INDEX[id as BaseColumnId]);
  const values = new Float64Array(BASE_COLUMNS.length);
  return {
    columnCount: columns.length,
    write(runner: number, out: Uint16Array, at: number, stride: number): void {
      values.fill(Number.NaN);
      setCard(past, runner, values);
      setRates(past, runner, values);
      setPedigree(past, runner, values);
      setCareer(past, runner, values);
      columns.forEach((column, index) => {
        out[at + index * stride] = encodeValue(column, values[source[index] ?? 0] ?? Number.NaN);
      });
    },
  };
}

function flag(isTrue: boolean): number {
  return isTrue ? 1 : 0;
}

function dayOfYear(day: number): number {
  const date = new Date(day * DAY_MS);
  return 1 + day - Date.UTC(date.getUTCFullYear(), 0, 1) / DAY_MS;
}

function fieldSize({ races }: History, race: number): number {
  return (races.firstRunner[race + 1] ?? 0) - (races.firstRunner[race] ?? 0);
}

function setCard({ history, raceOf, relativePost }: Past, runner: number, values: Float64Array): void {
  const { races, runners } = history;
  const race = raceOf[runner] ?? 0;
  const sex = runners.sex[runner] ?? 0;
  if (sex !== 0) {
    values[INDEX["basic.sex_female"]] = flag(sex === FEMALE);
    values[INDEX["basic.sex_gelding"]] = flag(sex === GELDING);
    const turn = (2 * Math.PI * (dayOfYear(races.day[race] ?? 0) - SEASON_DAY)) / YEAR_DAYS;
    values[INDEX["basic.female_season"]] = sex === FEMALE ? Math.cos(turn) : 0;
  }
  const age = runners.age[runner] ?? 0;
  if (age !== 0) values[INDEX["basic.age"]] = age;
  const bracket = runners.bracket[runner] ?? 0;
  if (bracket !== 0) values[INDEX["static.post.bracket"]] = bracket;
  values[INDEX["static.post.relative"]] = relativePost[runner] ?? Number.NaN;
  values[INDEX["static.field.size"]] = fieldSize(history, race);
  const carriedWeight = runners.carriedWeight[runner] ?? 0;
  if (carriedWeight !== 0) values[INDEX["static.carried_weight.kg"]] = carriedWeight / 100;
  const bodyWeight = runners.bodyWeight[runner] ?? 0;
  if (bodyWeight !== 0) values[INDEX["static.body_weight.kg"]] = bodyWeight;
  const change = runners.bodyWeightChange[runner] ?? NONE_16;
  if (change !== NONE_16) {
    values[INDEX["static.body_weight_change.kg"]] = change;
    values[INDEX["static.body_weight_change.size"]] = Math.abs(change);
  }
  const distance = races.distance[race] ?? 0;
  if (distance !== 0) values[INDEX["static.distance.m"]] = distance;
  const surface = races.surface[race] ?? 0;
  if (surface !== 0) {
    values[INDEX["static.surface.is_dirt"]] = flag(surface === DIRT);
    values[INDEX["static.surface.is_jump"]] = flag(surface === JUMP);
  }
  const weather = races.weather[race] ?? 0;
  if (weather !== 0) {
    values[INDEX["static.weather.is_cloudy"]] = flag(weather === CLOUDY);
    values[INDEX["static.weather.is_rain"]] = flag(RAINS.includes(weather));
    values[INDEX["static.weather.is_snow"]] = flag(SNOWS.includes(weather));
  }
  const going = races.going[race] ?? 0;
  if (going !== 0) values[INDEX["static.weather.going"]] = going - 1;
}

function setRates(
  { history, raceOf, rates, rated, course, postPart, relativePost }: Past,
  runner: number,
  values: Float64Array,
): void {
  const { races, runners } = history;
  const race = raceOf[runner] ?? 0;
  const trainer = runners.trainer[runner] ?? NONE;
  const day = races.day[race] ?? 0;
  if (trainer !== NONE) {
    values[INDEX["basic.trainer_win"]] = rates.trainerWin.ratio(trainer, WIN_PRIOR);
    values[INDEX["basic.trainer_form"]] = rates.trainerForm.ratio(trainer, day, FORM_PRIOR, 0);
  }
  const jockey = runners.jockey[runner] ?? NONE;
  if (jockey !== NONE) {
    values[INDEX["static.jockey.win"]] = rates.jockeyWin.ratio(jockey, WIN_PRIOR);
    values[INDEX["static.jockey.place"]] = rates.jockeyPlace.ratio(jockey, PLACE_PRIOR);
    values[INDEX["static.jockey.recent_win"]] = rates.jockeyRecentWin.ratio(jockey, day, RECENT_WIN_PRIOR);
    values[INDEX["static.jockey.form"]] = rates.jockeyForm.ratio(jockey, day, FORM_PRIOR, 0);
    if (rated.hindsight[runner] !== NONE_FIGURE) {
      values[INDEX["static.jockey.hindsight"]] = (rated.hindsightJockey[runner] ?? 0) * RESIDUAL_STEP;
    }
    values[INDEX["static.jockey.rating"]] = (rated.jockey[runner] ?? 0) * RESIDUAL_STEP;
    values[INDEX["static.jockey.rides"]] = Math.log1p(rates.jockeyRides[jockey] ?? 0);
  }
  const slope = rates.postSlope.ratio(course[race] ?? 0, day, SLOPE_PRIOR, 0);
  values[INDEX["static.post.slope"]] = slope * ((relativePost[runner] ?? Number.NaN) - 0.5);
  const part = postPart[runner] ?? 255;
  if (part !== 255) {
    values[INDEX["static.post.course_win"]] = rates.postWin.ratio((course[race] ?? 0) * POST_PARTS + part, POST_PRIOR);
  }
}

/** Past success of the runner's sire and dam sire, which is never missing (`sireKeys`). */
function setPedigree(past: Past, runner: number, values: Float64Array): void {
  const { history, raceOf, rates } = past;
  const race = raceOf[runner] ?? 0;
  const surface = history.races.surface[race] ?? 0;
  const distance = history.races.distance[race] ?? 0;
  const { sire, damSire } = sireKeys(past, runner);
  const place = rates.sirePlace.ratio(sire, PLACE_PRIOR);
  values[INDEX["static.pedigree.sire_win"]] = rates.sireWin.ratio(sire, WIN_PRIOR);
  values[INDEX["static.pedigree.sire_place"]] = place;
  if (surface !== 0) {
    const key = sire * SURFACE_COUNT + surface;
    values[INDEX["static.pedigree.sire_surface"]] = rates.sireSurface.ratio(key, PLACE_PRIOR, place);
  }
  if (distance !== 0) {
    const key = sire * DISTANCE_CLASS_COUNT + distanceClass(distance);
    values[INDEX["static.pedigree.sire_distance"]] = rates.sireDistance.ratio(key, PLACE_PRIOR, place);
  }
  const damPlace = rates.damSirePlace.ratio(damSire, PLACE_PRIOR);
  values[INDEX["static.pedigree.dam_sire_place"]] = damPlace;
  if (surface !== 0) {
    const key = damSire * SURFACE_COUNT + surface;
    values[INDEX["static.pedigree.dam_sire_surface"]] = rates.damSireSurface.ratio(key, PLACE_PRIOR, damPlace);
  }
}

/** The static features have no venue scope. */
function setCareer(past: Past, runner: number, values: Float64Array): void {
  const { history, raceOf, firstStart, startCount, startRunner } = past;
  const horse = history.runners.horse[runner] ?? 0;
  const first = firstStart[horse] ?? 0;
  const end = first + (startCount[horse] ?? 0);
  values[INDEX["basic.starts"]] = end - first;
  const surface = history.races.surface[raceOf[runner] ?? 0] ?? 0;
  if (surface !== 0) values[INDEX["static.surface.starts"]] = countStartsOn(past, surface, first, end);
  setGaps(past, runner, first, end, values);
  if (end === first) return;
  setChanges(past, runner, startRunner[end - 1] ?? 0, values);
  const bodyWeight = history.runners.bodyWeight[runner] ?? 0;
  if (bodyWeight !== 0) {
    values[INDEX["static.body_weight.from_mean"]] = bodyWeight - meanBodyWeight(past, first, end);
  }
  setAptitudes(past, runner, first, end, values);
}

/** How often the horse has started of late, and since its last break. */
function setGaps(
  { history, raceOf, startRunner }: Past,
  runner: number,
  first: number,
  end: number,
  values: Float64Array,
): void {
  const { day } = history.races;
  const today = day[raceOf[runner] ?? 0] ?? 0;
  const counts = { 90: 0, 365: 0 };
  let sinceBreak = MOST_SINCE_BREAK;
  let next = today;
  for (let index = end - 1; index >= first; index -= 1) {
    const start = day[raceOf[startRunner[index] ?? 0] ?? 0] ?? 0;
    const since = end - 1 - index;
    if (today - start > YEAR_DAYS && since >= MOST_SINCE_BREAK) break;
    if (today - start <= 90) counts[90] += 1;
    if (today - start <= 365) counts[365] += 1;
    if (next - start > BREAK_DAYS) sinceBreak = Math.min(sinceBreak, since);
    next = start;
  }
  values[INDEX["static.interval.starts_90"]] = counts[90];
  values[INDEX["static.interval.starts_365"]] = counts[365];
  values[INDEX["static.interval.since_break"]] = sinceBreak;
}

/** What differs from the horse's last start, and how long ago it was. */
function setChanges({ history, raceOf }: Past, runner: number, last: number, values: Float64Array): void {
  const { races, runners } = history;
  const race = raceOf[runner] ?? 0;
  const lastRace = raceOf[last] ?? 0;
  const days = (races.day[race] ?? 0) - (races.day[lastRace] ?? 0);
  values[INDEX["static.interval.days"]] = days;
  values[INDEX["static.interval.log_days"]] = Math.log1p(days);
  const jockey = runners.jockey[runner] ?? NONE;
  const lastJockey = runners.jockey[last] ?? NONE;
  if (jockey !== NONE && lastJockey !== NONE) values[INDEX["static.jockey.is_same"]] = flag(jockey === lastJockey);
  const carried = runners.carriedWeight[runner] ?? 0;
  const lastCarried = runners.carriedWeight[last] ?? 0;
  if (carried !== 0 && lastCarried !== 0) {
    values[INDEX["static.carried_weight.change"]] = (carried - lastCarried) / 100;
  }
  const distance = races.distance[race] ?? 0;
  const lastDistance = races.distance[lastRace] ?? 0;
  if (distance !== 0 && lastDistance !== 0) values[INDEX["static.distance.change"]] = distance - lastDistance;
  const surface = races.surface[race] ?? 0;
  const lastSurface = races.surface[lastRace] ?? 0;
  if (surface !== 0 && lastSurface !== 0) values[INDEX["static.surface.is_switch"]] = flag(surface !== lastSurface);
  const trouble = runners.trouble[last] ?? 0;
  if (trouble !== 0) values[INDEX["static.trouble.last"]] = trouble - 1;
}

function countStartsOn({ history, raceOf, startRunner }: Past, surface: number, first: number, end: number): number {
  let count = 0;
  for (let index = first; index < end; index += 1) {
    if (history.races.surface[raceOf[startRunner[index] ?? 0] ?? 0] === surface) count += 1;
  }
  return count;
}

/** NaN if the horse was never weighed. */
function meanBodyWeight({ history, startRunner }: Past, first: number, end: number): number {
  let sum = 0;
  let count = 0;
  for (let index = first; index < end; index += 1) {
    const weight = history.runners.bodyWeight[startRunner[index] ?? 0] ?? 0;
    if (weight === 0) continue;
    sum += weight;
    count += 1;
  }
  return sum / count;
}

/** How much better the horse finished under similar conditions than overall. */
function setAptitudes(past: Past, runner: number, first: number, end: number, values: Float64Array): void {
  const { history, raceOf, startRunner, starters } = past;
  const { races } = history;
  const race = raceOf[runner] ?? 0;
  const size = fieldSize(history, race);
  const distance = races.distance[race] ?? 0;
  const surface = races.surface[race] ?? 0;
  const going = races.going[race] ?? 0;
  // Plain variables: with an object per sum and count, writing a runner took a fifth longer.
  let sum = 0;
  let count = 0;
  let fieldSum = 0;
  let fieldCount = 0;
  let distanceSum = 0;
  let distanceCount = 0;
  let surfaceSum = 0;
  let surfaceCount = 0;
  let goingSum = 0;
  let goingCount = 0;
  for (let index = first; index < end; index += 1) {
    const start = startRunner[index] ?? 0;
    const startRace = raceOf[start] ?? 0;
    const finish = relativeFinishOf(history.runners.rank[start] ?? NONE_16, starters[startRace] ?? 0);
    if (Number.isNaN(finish)) continue;
    sum += finish;
    count += 1;
    if (Math.abs(fieldSize(history, startRace) - size) <= SIMILAR_FIELD) {
      fieldSum += finish;
      fieldCount += 1;
    }
    const startDistance = races.distance[startRace] ?? 0;
    if (startDistance !== 0 && Math.abs(startDistance - distance) <= SIMILAR_DISTANCE_M) {
      distanceSum += finish;
      distanceCount += 1;
    }
    if (races.surface[startRace] === surface) {
      surfaceSum += finish;
      surfaceCount += 1;
    }
    const startGoing = races.going[startRace] ?? 0;
    if (startGoing !== 0 && (startGoing === FIRM) === (going === FIRM)) {
      goingSum += finish;
      goingCount += 1;
    }
  }
  if (count === 0) return;
  const mean = sum / count;
  values[INDEX["static.field.aptitude"]] = aptitude(fieldSum, fieldCount, mean);
  if (distance !== 0) values[INDEX["static.distance.aptitude"]] = aptitude(distanceSum, distanceCount, mean);
  if (surface !== 0) values[INDEX["static.surface.aptitude"]] = aptitude(surfaceSum, surfaceCount, mean);
  if (going !== 0) values[INDEX["static.weather.aptitude"]] = aptitude(goingSum, goingCount, mean);
}

/** Mean of some finishes above the overall mean, shrunk towards 0. */
export function aptitude(sum: number, count: number, mean: number): number {
  return (sum - count * mean) / (count + APTITUDE_PRIOR);
}
