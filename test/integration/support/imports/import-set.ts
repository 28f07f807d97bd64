import { gzipSync } from "node:zlib";
import { bundleHeader } from "#app/domain/record-bundle.ts";

export type Row = Record<string, string | number>;

export const raceRow = (row: Row): Row => ({
  race_id: "R1",
  date: "2024-05-05",
  venue: "東京",
  venue_type: 1,
  race_num: 1,
  name: "未勝利",
  start_time: "10:05",
  surface: "turf",
  distance_m: 1600,
  weather: "fine",
  going: "firm",
  ...row,
});

/** Horse n of bracket n, with the id Hn. */
export const runnerRow = ({ horse_num = 1, ...row }: Row): Row => ({
  race_id: "R1",
  horse_num,
  bracket_num: horse_num,
  horse_id: `H${horse_num}`,
  horse_name: "ウマ",
  sex: "male",
  age: 3,
  carried_weight_kg: 57,
  jockey_id: "J1",
  jockey_name: "騎手",
  trainer_id: "T1",
  trainer_name: "調教師",
  status: "finished",
  finish_position: 1,
  time_s: 95.1,
  margin_s: 0,
  corner_positions: "1-1",
  last_600m_s: 34.5,
  win_odds: 2.4,
  popularity: 1,
  body_weight_kg: 480,
  body_weight_change_kg: -2,
  prize_yen: 5500000,
  sire_name: "父",
  dam_sire_name: "母父",
  ...row,
});

export const payoutRow = (row: Row): Row => ({
  race_id: "R1",
  bet_type: "win",
  combination: "1",
  payout_yen: 240,
  ...row,
});

export function csv(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names.join(","), ...rows.map((row) => names.map((name) => row[name] ?? "").join(","))]
    .join("\n")
    .concat("\n");
}

export const gzip = (content: string | Uint8Array): Uint8Array => new Uint8Array(gzipSync(content, { level: 1 }));

/** Files of records, as the command sends them. */
export function bundleOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const parts = Object.entries(files).flatMap(([name, bytes]) => [bundleHeader({ name, bytes: bytes.length }), bytes]);
  return gzip(Buffer.concat(parts.map((part) => Buffer.from(part))));
}

export type Files = Record<string, string | Uint8Array>;

/** Two race days with two races of three runners each; the last race is still to be run. */
export function smallSet(): { races: Row[]; runners: Row[]; payouts: Row[] } {
  const races = ["R1", "R2", "R3", "R4"].map((race_id, index) =>
    raceRow({ race_id, date: index < 2 ? "2024-05-05" : "2024-05-06", race_num: (index % 2) + 1 }),
  );
  const runners = races.flatMap((race) =>
    [1, 2, 3].map((horse_num) => {
      const declared = { race_id: String(race.race_id), horse_num };
      if (race.race_id !== "R4") return runnerRow({ ...declared, finish_position: horse_num });
      const unknown = { finish_position: "", time_s: "", margin_s: "", corner_positions: "", body_weight_kg: "" };
      return runnerRow({ ...declared, status: "entered", ...unknown });
    }),
  );
  const payouts = ["R1", "R2", "R3"].flatMap((race_id) => [
    payoutRow({ race_id }),
    payoutRow({ race_id, bet_type: "quinella", combination: "1-2", payout_yen: 640 }),
  ]);
  return { races, runners, payouts };
}

export function filesOf(set: { races: Row[]; runners: Row[]; payouts: Row[] }): Files {
  return { "races.csv": csv(set.races), "runners.csv": csv(set.runners), "payouts.csv": csv(set.payouts) };
}
