import { renameSync, rmSync, utimesSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createDoor, DOOR_TOKEN, type Fate } from "#test/integration/support/feed/door-stand-in.ts";
import { createClock, createStandingClock, fedFolder } from "#test/integration/support/feed/fed-folder.ts";
import { zipFile } from "#test/unit/imports/support/zip-file.ts";
import { RACE_KEY, ra, record, se } from "#test/unit/jv-data/records.ts";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const raceAt = (number: number) => `${RACE_KEY.slice(0, -2)}${String(number).padStart(2, "0")}`;
/** A race's record and those of three horses. */
const race = (number: number) => [
  ra({ key: raceAt(number) }),
  ...[1, 2, 3].map((horse) => se({ key: raceAt(number), horse })),
];
const linesOf = (...numbers: number[]) => numbers.flatMap(race).map(text).sort();
const sent = { unsent: [], fault: null };

test("plain, gzip and zip, by whatever name and in whatever folder, are sent once; what holds no records is named", async () => {
  await using door = await createDoor();
  using folder = fedFolder();
  folder.write("RA.jvd", Buffer.concat(race(1)));
  folder.write("2026/11/x", Buffer.concat(race(2)));
  folder.write("y.csv", gzipSync(Buffer.concat(race(3))));
  folder.write(
    "z",
    zipFile([
      { name: "a/b", content: Buffer.concat(race(4)) },
      { name: "c.txt", content: Buffer.from("hello") },
    ]),
  );
  folder.write("races.csv", "race_id,date\n");
  folder.write("empty", "");
  folder.write(".hidden", Buffer.concat(race(5)));
  expect(await folder.once(door)).toEqual(sent);
  expect(door.lines()).toEqual(linesOf(1, 2, 3, 4));
  expect(folder.printed.filter((line) => line.includes("left out")).sort()).toEqual([
    "races.csv: holds no records: left out",
    "z/c.txt: holds no records: left out",
  ]);
  expect(folder.printed.at(-1)).toMatch(
    /^\d (?:delivery|deliveries) \(\d+ KB of 4 files\): 16 added, 0 changed, .* 0 broken$/,
  );

  folder.printed.length = 0;
  expect(await folder.once(door)).toEqual(sent);
  folder.write("more", Buffer.concat(race(6)));
  expect(await folder.once(door)).toEqual(sent);
  expect(door.lines()).toEqual(linesOf(1, 2, 3, 4, 6));
});

test("a file that grows sends its new whole lines, one that is written over is sent again, one that is moved is not", async () => {
  await using door = await createDoor();
  using folder = fedFolder();
  const [first = new Uint8Array(), second = new Uint8Array(), ...rest] = race(1);
  folder.write("a", Buffer.concat([first, second.subarray(0, 200)]));
  const clock = createStandingClock();
  const feed = folder.start({ site: door.site, clock });
  await expect.poll(() => door.taken.flat().length, { timeout: 10_000 }).toBe(1);
  async function until(count: number) {
    const taken = () => {
      clock.advance(500);
      return door.taken.flat().length;
    };
    await expect.poll(taken, { timeout: 10_000 }).toBe(count);
  }
  folder.write("a", Buffer.concat([second.subarray(200), ...rest]), { append: true });
  await until(4);
  expect(door.lines()).toEqual(linesOf(1));

  folder.write("a", Buffer.concat(race(2)));
  await until(8);
  renameSync(folder.at("a"), folder.at("b"));
  folder.write("c", Buffer.concat(race(3)));
  await until(12);
  expect(await feed.stop()).toEqual(sent);
  expect(door.lines()).toEqual(linesOf(1, 2, 3));
  await folder.once(door);
  expect(door.taken.flat()).toHaveLength(12);
});

test("a last line without an end is sent once it is quiet, and again when it has become a whole one", async () => {
  await using door = await createDoor();
  using folder = fedFolder();
  const [first = new Uint8Array(), second = new Uint8Array()] = race(1);
  folder.write("a", Buffer.concat([first, second.subarray(0, 300)]));
  expect(await folder.once(door)).toEqual(sent);
  expect(door.lines()).toEqual([text(first), text(second.subarray(0, 300))].sort());
  await folder.once(door);
  expect(door.taken.flat()).toHaveLength(2);
  folder.write("a", second.subarray(300), { append: true });
  expect(await folder.once(door)).toEqual(sent);
  expect(door.taken.flat().slice(2)).toEqual([text(second)]);
});

test("a change that leaves size and time of the file as they were is found when it is quiet", async () => {
  await using door = await createDoor();
  using folder = fedFolder();
  const at = new Date();
  folder.write("a", Buffer.concat(race(1)));
  utimesSync(folder.at("a"), at, at);
  // By the machine's clock: what is written within the step of a file system's time is written at once.
  const feed = folder.start({ site: door.site });
  await expect.poll(() => door.taken.flat().length, { timeout: 10_000 }).toBe(4);
  folder.write("a", Buffer.concat(race(2)));
  utimesSync(folder.at("a"), at, at);
  await expect.poll(() => door.taken.flat().length, { timeout: 20_000 }).toBe(8);
  await feed.stop();
  expect(door.lines()).toEqual(linesOf(1, 2));
});

test("deliveries stay below 1 MB, however large the file, and small files go together", async () => {
  await using door = await createDoor();
  using folder = fedFolder();
  const many = Array.from({ length: 4000 }, (_, index) => se({ horse: 1 + (index % 18), made: "20261121" }));
  folder.write("large", Buffer.concat(many));
  for (let number = 1; number <= 12; number += 1) folder.write(`small/${number}`, Buffer.concat(race(number)));
  expect(await folder.once(door)).toEqual(sent);
  expect(Math.max(...door.sizes)).toBeLessThanOrEqual(1024 * 1024);
  expect(door.taken.length).toBeLessThan(8);
  expect(door.taken[0]?.slice(0, 48).sort()).toEqual(linesOf(...Array.from({ length: 12 }, (_, index) => index + 1)));
  expect(door.lines()).toHaveLength(4048);
});

test("what the site refuses is printed with file and line", async () => {
  await using door = await createDoor();
  using folder = fedFolder();
  door.refuse((line) => (line.startsWith("XX") ? "is no kind of record" : null));
  const unread = record(80, [1, "JG"], [3, "1"], [4, "20261122"]);
  const broken = Buffer.from("XX\r\n");
  folder.write("a/b", Buffer.concat([...race(1), broken, unread, Buffer.from("\r\n"), broken]));
  folder.write("c", Buffer.concat([ra({ key: raceAt(2) }), broken]));
  expect(await folder.once(door)).toEqual(sent);
  expect(folder.printed.filter((line) => line.startsWith("not taken")).sort()).toEqual([
    "not taken: a/b:5: record: is no kind of record",
    "not taken: a/b:8: record: is no kind of record",
    "not taken: c:2: record: is no kind of record",
  ]);
  expect(folder.printed.at(-1)).toContain("1 skipped");
});

test("while the site is away the feed waits longer and longer, says so once a minute, and goes on where it was", async () => {
  let isAway = true;
  await using door = await createDoor(() => (isAway ? 503 : 200));
  using folder = fedFolder();
  folder.write("a", Buffer.concat(race(1)));
  const clock = createClock();
  const feed = folder.start({ site: door.site, clock });
  await expect.poll(() => clock.slept.length, { timeout: 10_000 }).toBeGreaterThan(12);
  isAway = false;
  await expect.poll(() => door.taken.length, { timeout: 10_000 }).toBe(1);
  await feed.stop();
  const waits = clock.slept.filter((ms) => ms >= 1000 && ms !== 1900);
  expect(waits.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000));
  const reason = `${door.site.url} responded with 503: told to`;
  expect(folder.printed[0]).toBe(`${reason}: trying again`);
  expect(folder.printed).toContain(`still waiting: ${reason}`);
  expect(folder.printed.filter((line) => line.startsWith("still waiting")).length).toBeLessThan(waits.length);
  expect(folder.printed).toContain("the site takes records again");
  expect(door.lines()).toEqual(linesOf(1));
});

test("Retry-After is respected, and what answers but is no site is waited for", async () => {
  const fates: Fate[] = [{ status: 429, retryAfter: "37" }, { page: "<html>Log in</html>" }, 302, 404];
  await using door = await createDoor(({ number }) => fates[number - 1] ?? 200);
  using folder = fedFolder();
  folder.write("a", Buffer.concat(race(1)));
  const clock = createClock();
  expect(await folder.once(door, clock)).toEqual(sent);
  expect(clock.slept.filter((ms) => ms >= 1000)).toEqual([37_000, 2_000, 4_000, 8_000]);
  expect(door.lines()).toEqual(linesOf(1));
});

test("failures at random, before and after a delivery was applied: every line arrives, repeated only if nobody heard", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    let state = seed;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const bad: Fate[] = ["before", "after", 500, 503, 429, 404, { page: "?" }];
    await using door = await createDoor(() => (random() < 0.5 ? (bad[Math.floor(random() * bad.length)] ?? 200) : 200));
    using folder = fedFolder();
    for (let number = 1; number <= 12; number += 1)
      folder.write(`${number % 3}/${number}`, Buffer.concat(race(number)));
    const feed = folder.start({ site: door.site, clock: createClock() });
    await expect.poll(() => door.answered.flat().length, { timeout: 30_000 }).toBeGreaterThan(0);
    for (let number = 13; number <= 24; number += 1)
      folder.write("grows", Buffer.concat(race(number)), { append: true });
    await expect.poll(() => new Set(door.answered.flat()).size, { timeout: 30_000 }).toBe(96);
    await feed.stop();
    const all = linesOf(...Array.from({ length: 24 }, (_, index) => index + 1));
    expect(door.answered.flat().sort(), `seed ${seed}`).toEqual(all);
    expect([...new Set(door.lines())]).toEqual(all);
  }
});

test("records that the site fails with delay nothing for long, are kept, and sent at the next start", async () => {
  const poison = [2, 3].map((horse) => text(se({ key: raceAt(3), horse })));
  let isBroken = true;
  await using door = await createDoor(({ lines }) =>
    isBroken && lines.some((line) => poison.includes(line)) ? 500 : 200,
  );
  using folder = fedFolder();
  for (let number = 1; number <= 6; number += 1) folder.write(`${number}`, Buffer.concat(race(number)));
  const all = linesOf(1, 2, 3, 4, 5, 6);
  const others = all.filter((line) => !poison.includes(line));
  const end = await folder.once(door);
  expect(end.fault).toBeNull();
  expect(end.unsent).toHaveLength(2);
  expect([...new Set(door.lines())]).toEqual(others);
  for (const line of [3, 4])
    expect(
      folder.printed.some((text) => text.startsWith(`not taken: 3:${line}: ${door.site.url} responded with 500`)),
    ).toBe(true);
  expect((await folder.once(door)).unsent).toEqual(end.unsent);
  isBroken = false;
  expect(await folder.once(door)).toEqual(sent);
  expect([...new Set(door.lines())]).toEqual(all);
  expect(await folder.once(door)).toEqual(sent);
  expect([...new Set(door.lines())]).toEqual(all);
});

test("a site that fails with everything keeps nothing for later: it is waited for", async () => {
  let isBroken = false;
  await using door = await createDoor(() => (isBroken ? 500 : 200));
  using folder = fedFolder();
  folder.write("1", Buffer.concat(race(1)));
  const feed = folder.start({ site: door.site, clock: createClock() });
  await expect.poll(() => door.taken.flat().length, { timeout: 10_000 }).toBe(4);
  isBroken = true;
  folder.write("2", Buffer.concat(race(2)));
  await expect.poll(() => door.sizes.length, { timeout: 10_000 }).toBeGreaterThan(15);
  isBroken = false;
  await expect.poll(() => new Set(door.taken.flat()).size, { timeout: 10_000 }).toBe(8);
  await feed.stop();
  expect(folder.printed.filter((line) => line.includes("tried again at the next start"))).toEqual([]);
  expect(await folder.once(door)).toEqual(sent);
});

test("with --once a site that stays away, a wrong token and a missing folder are faults", async () => {
  await using door = await createDoor(() => "before");
  using folder = fedFolder();
  folder.write("a", Buffer.concat(race(1)));
  expect(await folder.once(door)).toEqual({ unsent: ["a"], fault: null });
  const wrong = { site: { ...door.site, token: `${DOOR_TOKEN}x` } };
  expect((await folder.once(wrong)).fault).toContain("does not accept this admin token");
  rmSync(folder.dir, { recursive: true });
  expect((await folder.once(door)).fault).toBe(`no such folder: ${folder.dir}`);
});

test("lines longer than any record, and files without any line end, cost themselves only", async () => {
  await using door = await createDoor();
  using folder = fedFolder();
  const long = Buffer.alloc(2 * 1024 * 1024, "x");
  folder.write("a", Buffer.concat([race(1)[0] ?? long, long, Buffer.from("\r\n"), ...race(2)]));
  folder.write("b", Buffer.concat([race(3)[0] ?? long, long]));
  folder.write("feeds", gzipSync(Buffer.alloc(30 * 1024 * 1024, "\n")));
  folder.write("damaged", gzipSync(Buffer.concat(race(4))).subarray(0, 60));
  expect(await folder.once(door)).toEqual(sent);
  const short = door.lines().filter((line) => line.length < 2000);
  expect(short).toEqual([...linesOf(2), text(race(1)[0] ?? long), text(race(3)[0] ?? long)].sort());
  expect(door.lines().filter((line) => line.length > 100_000)).toHaveLength(2);
  expect(folder.printed).toContain("feeds: holds no records: left out");
  expect(folder.printed).toContain("damaged: the gzip data is damaged or cut short");
});
