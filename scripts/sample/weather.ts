/** Weather and going of a meeting's races: a function of seed, course and day. */

import type { Going, Weather } from "#app/domain/racing/race.ts";
import { GOINGS } from "#app/domain/racing/race.ts";
import type { Meeting } from "./calendar.ts";
import { createStream, type Stream, StreamPurpose } from "./random.ts";

export interface Conditions {
  weather: Weather;
  turfGoing: Going;
  dirtGoing: Going;
}

const WETNESS_SHARES: readonly (readonly [number, number])[] = [
  [0, 0.75],
  [1, 0.17],
  [2, 0.06],
  [3, 0.02],
];

/** Weather by wetness of the ground; overall 63 % fine, 29 % cloudy, 4 % drizzle and 4 % rainy. */
const WEATHER_BY_WETNESS: readonly Partial<Record<Weather, number>>[] = [
  { fine: 0.715, cloudy: 0.27, drizzle: 0.01, rainy: 0.005 },
  { fine: 0.44, cloudy: 0.37, drizzle: 0.12, rainy: 0.07 },
  { fine: 0.24, cloudy: 0.33, drizzle: 0.17, rainy: 0.26 },
  { fine: 0.12, cloudy: 0.28, drizzle: 0.15, rainy: 0.45 },
];

/** One entry per race; the weather changes now and then, the ground rarely. */
export function conditionsOf(seed: number, day: number, month: number, meeting: Meeting): Conditions[] {
  const stream = createStream(seed, StreamPurpose.weather, day, Number(meeting.course.code));
  let wetness = stream.pickWeighted(WETNESS_SHARES);
  let weather = drawWeather(stream, wetness, month);
  let lag = stream.chance(0.15) ? (stream.chance(0.5) ? 1 : -1) : 0;
  return Array.from({ length: meeting.raceCount }, () => {
    if (stream.chance(0.02)) wetness = stream.pickWeighted(WETNESS_SHARES);
    if (stream.chance(0.1)) weather = drawWeather(stream, wetness, month);
    if (wetness === 0) lag = 0;
    return { weather, turfGoing: goingAt(wetness), dirtGoing: goingAt(wetness + lag) };
  });
}

function drawWeather(stream: Stream, wetness: number, month: number): Weather {
  const weather = stream.pickWeighted(Object.entries(WEATHER_BY_WETNESS[wetness] ?? {}) as [Weather, number][]);
  const winter = month <= 2 || month === 12;
  if (winter && weather === "drizzle" && stream.chance(0.25)) return "light_snow";
  if (winter && weather === "rainy" && stream.chance(0.1)) return "snow";
  return weather;
}

const goingAt = (wetness: number): Going => GOINGS[Math.min(3, Math.max(0, wetness))] ?? "firm";
