/**
 * Everything known before a race day: each horse's starts and the past success of jockeys, trainers, sires and posts.
 * Advanced day by day, after all rows of the day are built, so that no row sees results of its own day.
 */

import { VENUE_TYPES } from "#app/domain/racing/race.ts";
import { listSegments } from "./half-years.ts";
import { type History, NONE, NONE_16 } from "./history.ts";
import { createRate, createRecentRate, type RecentRate } from "./rates.ts";
import { rateInHindsight } from "./ratings/hindsight.ts";
import { emptyRatings } from "./ratings/horse-walk.ts";
import { rateStarts } from "./ratings/rate-starts.ts";
import { RESIDUAL_STEP } from "./ratings/rating-model.ts";

const RECENT_HALF_LIFE_DAYS = 180;
/** Half-lives of form and of the slopes of a course, days. */
const JOCKEY_FORM_DAYS = 21;
const TRAINER_FORM_DAYS = 30;
const COURSE_SLOPE_DAYS = 500;
/** Share of recent starters with a known sire (or dam sire) from which pedigree counts. */
export const KNOWN_SHARE = 0.95;
const PLACES = 3;
/** Post positions are grouped into fifths of the field. */
export const POST_PARTS = 5;
/** Upper bounds of the distance classes for sires, metres. */
const DISTANCE_CLASSES = [1300, 1600, 2000];
export const DISTANCE_CLASS_COUNT = DISTANCE_CLASSES.length + 1;
export const SURFACE_COUNT = 4;
const VENUE_TYPE_COUNT = 1 + Math.max(...VENUE_TYPES);

/** Constant while the days advance; computed once for all venue types. */
export type Facts = ReturnType<typeof listFacts>;
export type Past = ReturnType<typeof startPast>;

/**
 * The sire under which pedigree is looked up. Some sires are known only because the horse was entered again later, so a
 * missing one must carry no information: it counts as the mean of the known ones. If many are unknown, every sire does.
 */
export function sireKeys(past: Past, runner: number): { sire: number; damSire: number } {
  const { history, raceOf, rates } = past;
  const { races, runners, sireCount } = history;
  const race = raceOf[runner] ?? 0;
  const venueType = races.venueType[race] ?? 0;
  const day = races.day[race] ?? 0;
  const keyOf = (sire: number, known: RecentRate) =>
    sire === NONE || !(known.ratio(venueType, day, 0) >= KNOWN_SHARE) ? sireCount : sire;
  return {
    sire: keyOf(runners.sire[runner] ?? NONE, rates.sireKnown),
    damSire: keyOf(runners.damSire[runner] ?? NONE, rates.damSireKnown),
  };
}

export function distanceClass(distance: number): number {
  let index = 0;
  for (const upperEnd of DISTANCE_CLASSES) if (distance > upperEnd) index += 1;
  return index;
}

/**
 * Yields the work since the last step in runners rated. Hindsight ratings are computed for the wanted segments only.
 */
export function* gatherFactsInSteps(
  history: History,
  wanted: (segmentName: string) => boolean = () => true,
): Generator<number, Facts> {
  const facts = listFacts(history);
  yield* rateStarts(facts, facts.rated);
  for (const segment of listSegments(history)) {
    if (wanted(segment.name)) yield* rateInHindsight(history, facts.rated, segment);
  }
  return facts;
}

function listFacts(history: History) {
  const { races, runners, raceCount, runnerCount, horseCount } = history;
  const firstStart = new Uint32Array(horseCount + 1);
  const raceOf = new Uint32Array(runnerCount);
  const starters = new Uint8Array(raceCount);
  const postPart = new Uint8Array(runnerCount).fill(255);
  const relativePost = new Float32Array(runnerCount).fill(Number.NaN);
  const course = new Uint32Array(raceCount);
  const courses = new Map<number, number>();
  for (let race = 0; race < raceCount; race += 1) {
    const first = races.firstRunner[race] ?? 0;
    const end = races.firstRunner[race + 1] ?? 0;
    const courseKey =
      ((races.venue[race] ?? 0) * SURFACE_COUNT + (races.surface[race] ?? 0)) * 65_536 + (races.distance[race] ?? 0);
    let number = courses.get(courseKey);
    if (number === undefined) {
      number = courses.size;
      courses.set(courseKey, number);
    }
    course[race] = number;
    starters[race] = countStarts(history, first, end);
    for (let runner = first; runner < end; runner += 1) {
      raceOf[runner] = race;
      if (runners.isStart[runner] !== 1) continue;
      const horse = runners.horse[runner] ?? 0;
      firstStart[horse + 1] = (firstStart[horse + 1] ?? 0) + 1;
    }
    drawPosts(history, first, end, postPart, relativePost);
  }
  for (let horse = 0; horse < horseCount; horse += 1) {
    firstStart[horse + 1] = (firstStart[horse + 1] ?? 0) + (firstStart[horse] ?? 0);
  }
  return {
    history,
    firstStart,
    startRunner: listStarts(history, firstStart),
    raceOf,
    starters,
    /** Fifth of the field in which the runner is drawn, 255 = unknown; and the position from the inside, 0 to 1. */
    postPart,
    relativePost,
    /** Course number: venue, surface, distance. */
    course,
    courseCount: courses.size,
    /** Ratings of each start from what was known before its day; written by `rateStarts`. */
    rated: emptyRatings(history),
  };
}

/** Runner numbers of all starts by horse, oldest first. */
function listStarts({ runners, runnerCount, horseCount }: History, firstStart: Uint32Array): Uint32Array {
  const starts = new Uint32Array(firstStart[horseCount] ?? 0);
  const next = firstStart.slice();
  for (let runner = 0; runner < runnerCount; runner += 1) {
    if (runners.isStart[runner] !== 1) continue;
    const horse = runners.horse[runner] ?? 0;
    const at = next[horse] ?? 0;
    starts[at] = runner;
    next[horse] = at + 1;
  }
  return starts;
}

/** 1 = first, 0 = last, in single precision; NaN without a rank or without other starters. */
export function relativeFinishOf(rank: number, starters: number): number {
  if (rank === NONE_16 || starters <= 1) return Number.NaN;
  return Math.fround(Math.max(0, (starters - rank) / (starters - 1)));
}

/** Position at the first corner: 0 = first, 1 = last, NaN = none. */
export function earlyPositionOf(firstCorner: number, starters: number): number {
  return firstCorner === NONE_16 || starters <= 1 ? Number.NaN : (firstCorner - 1) / (starters - 1);
}

/** The state before the first day of the history. */
export function startPast(facts: Facts) {
  const { history, courseCount } = facts;
  // The last key is the mean of all known sires.
  const sireKeyCount = history.sireCount + 1;
  return {
    ...facts,
    /** Starts of each horse before the current day. */
    startCount: new Uint32Array(history.horseCount),
    rates: {
      jockeyWin: createRate(history.jockeyCount),
      jockeyPlace: createRate(history.jockeyCount),
      jockeyRecentWin: createRecentRate(history.jockeyCount, RECENT_HALF_LIFE_DAYS),
      jockeyRides: new Uint32Array(history.jockeyCount),
      trainerWin: createRate(history.trainerCount),
      sireWin: createRate(sireKeyCount),
      sirePlace: createRate(sireKeyCount),
      sireSurface: createRate(sireKeyCount * SURFACE_COUNT),
      sireDistance: createRate(sireKeyCount * DISTANCE_CLASS_COUNT),
      damSirePlace: createRate(sireKeyCount),
      damSireSurface: createRate(sireKeyCount * SURFACE_COUNT),
      postWin: createRate(courseCount * POST_PARTS),
      /** By venue type: share of recent starters with a known sire or dam sire. */
      sireKnown: createRecentRate(VENUE_TYPE_COUNT, RECENT_HALF_LIFE_DAYS),
      damSireKnown: createRecentRate(VENUE_TYPE_COUNT, RECENT_HALF_LIFE_DAYS),
      /** Mean residual of recent starts. */
      jockeyForm: createRecentRate(history.jockeyCount, JOCKEY_FORM_DAYS),
      trainerForm: createRecentRate(history.trainerCount, TRAINER_FORM_DAYS),
      /** Slopes of a course: residuals by post, and by position at the first corner, −.5 to .5. */
      postSlope: createRecentRate(courseCount, COURSE_SLOPE_DAYS),
      styleSlope: createRecentRate(courseCount, COURSE_SLOPE_DAYS),
    },
  };
}

function countStarts(history: History, first: number, end: number): number {
  let count = 0;
  for (let runner = first; runner < end; runner += 1) count += history.runners.isStart[runner] ?? 0;
  return count;
}

/**
 * Position from the inside among the declared runners: by bracket (abroad the stall), then by horse number, in Japan
 * the stall. Known at the draw, so it does not depend on the starters.
 */
function drawPosts(
  history: History,
  first: number,
  end: number,
  postPart: Uint8Array,
  relativePost: Float32Array,
): void {
  const { bracket } = history.runners;
  let drawn = 0;
  for (let runner = first; runner < end; runner += 1) if ((bracket[runner] ?? 0) > 0) drawn += 1;
  if (drawn < 2) return;
  for (let runner = first; runner < end; runner += 1) {
    const own = bracket[runner] ?? 0;
    if (own === 0) continue;
    let inside = 0;
    for (let other = first; other < end; other += 1) {
      const theirs = bracket[other] ?? 0;
      if (theirs !== 0 && (theirs < own || (theirs === own && other < runner))) inside += 1;
    }
    relativePost[runner] = inside / (drawn - 1);
    postPart[runner] = Math.min(POST_PARTS - 1, Math.floor((inside * POST_PARTS) / drawn));
  }
}

export function advancePast(past: Past, firstRace: number, endRace: number): void {
  const { races } = past.history;
  for (let race = firstRace; race < endRace; race += 1) {
    if (races.hasResult[race] !== 1) continue;
    addRace(past, race, races.firstRunner[race] ?? 0, races.firstRunner[race + 1] ?? 0);
  }
}

function addRace(past: Past, race: number, first: number, end: number): void {
  const { history, rates } = past;
  const { races, runners } = history;
  const starters = past.starters[race] ?? 0;
  const winChance = 1 / starters;
  const placeChance = Math.min(1, PLACES / starters);
  const day = races.day[race] ?? 0;
  for (let runner = first; runner < end; runner += 1) {
    if (runners.isStart[runner] !== 1) continue;
    const horse = runners.horse[runner] ?? 0;
    const count = past.startCount[horse] ?? 0;
    past.startCount[horse] = count + 1;

    const rank = runners.rank[runner] ?? NONE_16;
    const won = rank === 1 ? 1 : 0;
    const placed = rank !== NONE_16 && rank <= PLACES ? 1 : 0;
    const jockey = runners.jockey[runner] ?? NONE;
    if (jockey !== NONE) {
      rates.jockeyWin.add(jockey, won, winChance);
      rates.jockeyPlace.add(jockey, placed, placeChance);
      rates.jockeyRecentWin.add(jockey, day, won, winChance);
      rates.jockeyRides[jockey] = (rates.jockeyRides[jockey] ?? 0) + 1;
    }
    const trainer = runners.trainer[runner] ?? NONE;
    if (trainer !== NONE) rates.trainerWin.add(trainer, won, winChance);
    addResidual(past, race, runner);
    addPedigree(past, race, runner, { won, placed, winChance, placeChance });
    const part = past.postPart[runner] ?? 255;
    if (part !== 255) rates.postWin.add((past.course[race] ?? 0) * POST_PARTS + part, won, winChance);
  }
}

function addResidual({ history, rates, rated, course, relativePost, starters }: Past, race: number, runner: number) {
  if ((rated.variance[runner] ?? 0) === 0) return;
  const { races, runners } = history;
  const day = races.day[race] ?? 0;
  const residual = (rated.residual[runner] ?? 0) * RESIDUAL_STEP;
  const jockey = runners.jockey[runner] ?? NONE;
  if (jockey !== NONE) rates.jockeyForm.add(jockey, day, residual, 1);
  const trainer = runners.trainer[runner] ?? NONE;
  if (trainer !== NONE) rates.trainerForm.add(trainer, day, residual, 1);
  const addTo = (slope: RecentRate, position: number) => {
    if (!Number.isNaN(position)) slope.add(course[race] ?? 0, day, residual * position, position ** 2);
  };
  addTo(rates.postSlope, (relativePost[runner] ?? Number.NaN) - 0.5);
  addTo(rates.styleSlope, earlyPositionOf(runners.firstCorner[runner] ?? NONE_16, starters[race] ?? 0) - 0.5);
}

function addPedigree(
  { history, rates }: Past,
  race: number,
  runner: number,
  { won, placed, winChance, placeChance }: Record<"won" | "placed" | "winChance" | "placeChance", number>,
): void {
  const { races, runners, sireCount } = history;
  const venueType = races.venueType[race] ?? 0;
  const day = races.day[race] ?? 0;
  const surface = races.surface[race] ?? 0;
  const distance = races.distance[race] ?? 0;
  const sire = runners.sire[runner] ?? NONE;
  rates.sireKnown.add(venueType, day, sire === NONE ? 0 : 1, 1);
  for (const key of sire === NONE ? [] : [sire, sireCount]) {
    rates.sireWin.add(key, won, winChance);
    rates.sirePlace.add(key, placed, placeChance);
    if (surface !== 0) rates.sireSurface.add(key * SURFACE_COUNT + surface, placed, placeChance);
    if (distance !== 0) {
      rates.sireDistance.add(key * DISTANCE_CLASS_COUNT + distanceClass(distance), placed, placeChance);
    }
  }
  const damSire = runners.damSire[runner] ?? NONE;
  rates.damSireKnown.add(venueType, day, damSire === NONE ? 0 : 1, 1);
  for (const key of damSire === NONE ? [] : [damSire, sireCount]) {
    rates.damSirePlace.add(key, placed, placeChance);
    if (surface !== 0) rates.damSireSurface.add(key * SURFACE_COUNT + surface, placed, placeChance);
  }
}
