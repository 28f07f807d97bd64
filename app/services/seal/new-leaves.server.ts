import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type SealedForecast, sealForecast } from "#app/domain/seal/sealed-body.ts";
import { toHex } from "#app/domain/sha256.ts";

/** A forecast of one race, as it is sealed. */
export interface Forecast extends Pick<SealedForecast, "modelId" | "artifact" | "inputsVersion" | "horses" | "at"> {
  race: { raceId: string; date: string; startTime: string | null };
}

/**
 * The leaf of a forecast, to be stored with it in one transaction (`insertLeafOfChanged`). Null for a race of an earlier day: that
 * it was made before the start could not be meant.
 */
export async function toLeaf({
  race,
  ...forecast
}: Forecast): Promise<{ hash: string; body: string; raceId: string } | null> {
  if (race.date < japanDay(forecast.at)) return null;
  const { raceId, date, startTime } = race;
  const leaf = await sealForecast({ ...forecast, raceId, date, startTime, salt: newSalt() });
  return { ...leaf, raceId };
}

/** 128 random bits. */
export function newSalt(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** The key that an account's forecasts are stored under: 256 random bits. */
export function newOwnerKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
