import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createImportSite, type ImportSite } from "#test/integration/support/imports/import-site.ts";
import { concat, o1, o2, o3, o5 } from "#test/unit/jv-data/records.ts";

const HORSES = 18;
const SNAPSHOTS = 400;
const RACES_A_DAY = 36;
const TICKS_PER_SECOND = 100;
const DAYS_LATER = 4;

interface DoorFigures {
  records: string;
  deliveries: number;
  /** Processor time of workerd: door, parser and D1. */
  cpuMs: number;
  medianMs: number;
  p95Ms: number;
  /** For a day of 36 races with 400 snapshots each. */
  dayMinutes: number;
}

export interface OddsFigures {
  door: DoorFigures[];
  /** Of one race of 18 horses after 400 snapshots of all kinds, and once it is over: text of keys and odds. */
  bytesOnDay: number;
  bytesLater: number;
}

/** Delivers a race's odds one moment at a time to a real door in workerd. */
export async function measureOdds(): Promise<OddsFigures> {
  await using site = await createImportSite();
  const kinds = { O1: [o1Of], "O1 + O2": [o1Of, o2Of], "O1 + O2 + O3 + O5": [o1Of, o2Of, o3Of, o5Of] };
  const door: DoorFigures[] = [];
  for (const [records, makers] of Object.entries(kinds)) {
    await site.reset();
    const deliveries = Array.from({ length: SNAPSHOTS }, (_, index) => concat(...makers.map((make) => make(index))));
    for (const delivery of deliveries.slice(0, 40)) await site.deliver(delivery);
    await site.reset();
    door.push({ records, ...(await measureDoor(site, deliveries)) });
  }
  const bytesOnDay = await storedBytes(site);
  await site.sql(
    `insert into races (race_id, date, venue, venue_type, race_num, name, start_time, status, source, data_version, content_hash)
       values ('20261122-05-11', '2026-11-22', '東京', 1, 11, 'R', '15:40', 'result', 'real', 1, '')`,
  );
  await site.call("POST", "/test/hourly", { clockAhead: DAYS_LATER * 86_400 });
  return { door, bytesOnDay, bytesLater: await storedBytes(site) };
}

async function measureDoor(site: ImportSite, deliveries: readonly Uint8Array[]): Promise<Omit<DoorFigures, "records">> {
  const before = cpuTicks();
  const times: number[] = [];
  for (const delivery of deliveries) {
    const start = performance.now();
    await site.deliver(delivery);
    times.push(performance.now() - start);
  }
  const cpuMs = ((cpuTicks() - before) / TICKS_PER_SECOND / deliveries.length) * 1000;
  times.sort((one, other) => one - other);
  const at = (share: number): number => round(times[Math.floor(share * times.length)] ?? Number.NaN);
  const dayMinutes = round((cpuMs * SNAPSHOTS * RACES_A_DAY) / 60_000);
  return { deliveries: deliveries.length, cpuMs: round(cpuMs), medianMs: at(0.5), p95Ms: at(0.95), dayMinutes };
}

/** User and system time of the workerd that this process started. */
function cpuTicks(): number {
  const children = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" });
  const pids = children.split("\n").flatMap((line) => (/^\s*(\d+) workerd/.exec(line) ?? []).slice(1));
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return sum + Number(fields[11]) + Number(fields[12]);
  }, 0);
}

async function storedBytes(site: ImportSite): Promise<number> {
  const [row] = await site.sql(
    "select sum(length(race_id) + length(kind) + length(order_key) + length(odds)) bytes from odds",
  );
  return Number(row?.bytes);
}

const two = (number: number): string => String(number).padStart(2, "0");

/** mmddhhmm, from 09:00 on. */
const moment = (index: number): string => `1122${two(9 + Math.floor(index / 60))}${two(index % 60)}`;

/** Odds that differ by combination and moment, in tenths. */
const tenths = (combination: number, index: number, figures: number): string =>
  String(15 + ((combination * 7919 + index * 31) % (10 ** Math.min(figures, 5) - 20))).padStart(figures, "0");

function combinations(size: number, after = 0): string[] {
  if (size === 0) return [""];
  const horses = Array.from({ length: HORSES - after }, (_, index) => after + index + 1);
  return horses.flatMap((horse) => combinations(size - 1, horse).map((rest) => two(horse) + rest));
}

const PAIRS = combinations(2);
const TRIOS = combinations(3);

const o1Of = (index: number): Uint8Array =>
  o1(
    { at: moment(index) },
    Array.from(
      { length: HORSES },
      (_, horse) =>
        [
          tenths(horse, index, 4) + two(horse + 1),
          tenths(horse, index, 4) + tenths(horse + 1, index, 4) + two(horse + 1),
        ] as const,
    ),
  );

const o2Of = (index: number): Uint8Array =>
  o2(
    { at: moment(index) },
    PAIRS.map((horses, pair) => ({ horses, odds: `${tenths(pair, index, 6)}${String(pair + 1).padStart(3, "0")}` })),
  );

const o3Of = (index: number): Uint8Array =>
  o3(
    { at: moment(index) },
    PAIRS.map((horses, pair) => ({ horses, odds: `${tenths(pair, index, 5)}${tenths(pair + 1, index, 5)}001` })),
  );

const o5Of = (index: number): Uint8Array =>
  o5(
    { at: moment(index) },
    TRIOS.map((horses, trio) => ({ horses, odds: `${tenths(trio, index, 6)}001` })),
  );

const round = (number: number): number => Math.round(number * 10) / 10;
