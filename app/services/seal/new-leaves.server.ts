import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type SealedForecast, sealForecast } from "#app/domain/seal/sealed-body.ts";
import { toHex } from "#app/domain/sha256.ts";

export interface Forecast extends Pick<SealedForecast, "modelId" | "artifact" | "inputsVersion" | "horses" | "at"> {
  race: { raceId: string; date: string; startTime: string | null };
}

/** Store it in the forecast's transaction (`insertLeafOfChanged`). Null: the race's day is over. */
export async function toLeaf({
  race,
  ...forecast
}: Forecast): Promise<{ hash: string; body: string; raceId: string } | null> {
  if (race.date < japanDay(forecast.at)) return null;
  const { raceId, date, startTime } = race;
  const leaf = await sealForecast({ ...forecast, raceId, date, startTime, salt: newSalt() });
  return { ...leaf, raceId };
}

/** 128 bits. */
export function newSalt(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** 256 bits. */
export function newOwnerKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
