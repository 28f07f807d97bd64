import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { csv, gzip, raceRow, runnerRow, smallSet } from "#test/integration/support/imports/import-set.ts";
import { type ImportSite, openImportSite } from "#test/integration/support/imports/import-site.ts";
import { folderOf } from "#test/unit/imports/support/prepared-files.ts";
import { concat, RACE_ID, ra, se, wh } from "#test/unit/jv-data/records.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const RACE = ["--set", "date=2024-05-06", "--set", "venue=東京", "--set", "race_num=3"];
const CARD = "馬番,馬名,性齢,斤量,騎手,調教師,父\n1,ウマ,牡3,57.0,騎手,調教師,父\n2,シンバ,牝3,55.0,▲新人,新師,ベツ\n";

const site = openImportSite();

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command, and the jobs of the imports that it starts. */
async function runCommand(...args: string[]): Promise<Ended> {
  const options = { cwd: ROOT, env: { ...process.env, ADMIN_TOKEN: site.token } };
  const command = ["--import", "tsx", "scripts/import/main.ts", "--url", site.url, ...args];
  let isOver = false;
  const ended = new Promise<Ended>((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      isOver = true;
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
  while (!isOver) {
    for (const { id } of await site.sql("select id from imports where status = 'queued'"))
      await site.run({ importId: Number(id) });
    await sleep(50);
  }
  return ended;
}

test("a folder of everything is imported whole; a card without ids finds the horses and people that are stored", async () => {
  const { races, runners, payouts } = smallSet();
  using stored = folderOf({
    "2024/a.txt": csv(races),
    "2024/b.bin": gzip(csv(runners)),
    "payouts.csv": csv(payouts),
    "read.me": "hello\n",
  });
  const first = await runCommand(stored.folder);
  expect(first).toMatchObject({ code: 0, stdout: "22 added, 0 changed, 0 unchanged, 0 skipped\n" });
  expect(first.stderr).toContain("notice: skipped read.me: is neither open CSV nor records");
  expect((await runCommand(stored.folder)).stdout).toBe("0 added, 0 changed, 22 unchanged, 0 skipped\n");

  // The stored horses are all called ウマ: which of them it is cannot be known.
  using card = folderOf({ "card.csv": CARD });
  const doubt = await runCommand(card.folder, ...RACE);
  expect(doubt.code).toBe(1);
  expect(doubt.stdout).toBe(
    'card.csv:2: 馬名 (horse_name): "ウマ" born 2021 is one of H1, H2, H3 on the site: give the number (horse_id)\n',
  );
  expect((await site.state()).racing.races).toHaveLength(4);

  await site.sql("update runners set horse_name = 'ベツ' || horse_id where horse_id <> 'H2'");
  expect((await runCommand(card.folder, ...RACE)).stdout).toBe("3 added, 0 changed, 0 unchanged, 0 skipped\n");
  const { racing } = await site.state();
  expect(racing.races.find((race) => race.race_id === "20240506-05-03")).toMatchObject({
    venue: "東京",
    venue_type: 1,
  });
  expect(
    racing.runners
      .filter((runner) => runner.race_id === "20240506-05-03")
      .map((runner) => [runner.horse_id, runner.jockey_id, runner.trainer_id]),
  ).toEqual([
    ["H2", "J1", "T1"],
    ["シンバ-2021", "新人", "新師"],
  ]);
});

test("records and open CSV in one folder are both imported; what is refused is named by file, line and field", {
  tags: "full",
}, async () => {
  const entry = se({ horse: 1 });
  using mixed = folderOf({
    "2024/races.csv": csv([raceRow({})]),
    "SE/day.jvd": concat(entry, se({ horse: 2 }, [289, "5x0"])),
    "RA/day.gz": gzip(ra()),
    "WH.jvd": concat(wh({ key: "2026112205050612" }, ["486+004"]), entry.subarray(0, 300)),
  });
  const { code, stdout } = await runCommand(mixed.folder);
  expect(stdout.split("\n")).toEqual([
    'SE/day.jvd:2: Futan: "5x0" is not a number',
    expect.stringMatching(/^WH.jvd:2: record: SE is cut off: the file ends after 300 of 555 bytes/),
    "WH.jvd:1: RecordSpec: the race's own record (RA) is not here yet",
    "1 line is no record",
    "2 kept aside",
    "3 added, 0 changed, 0 unchanged, 0 skipped",
    "",
  ]);
  expect(code).toBe(0);
  const { races, runners } = (await site.state()).racing;
  expect(races.map((race) => race.race_id)).toEqual([RACE_ID, "R1"]);
  expect(runners.map((runner) => runner.horse_num)).toEqual([1]);
  const { json } = await site.call<{ records: object[] }>("GET", "/admin/api/records/aside");
  expect(json.records).toMatchObject([
    { file: expect.any(String), line: expect.any(Number) },
    { file: expect.any(String), line: expect.any(Number) },
  ]);

  // Nothing could be taken.
  using early = folderOf({ "WH.jvd": wh({ key: "2026112205050612" }, ["486+004"]) });
  expect(await runCommand(early.folder)).toMatchObject({
    code: 1,
    stdout: `WH.jvd:1: RecordSpec: the race's own record (RA) is not here yet
1 kept aside
0 added, 0 changed, 0 unchanged, 0 skipped
`,
  });
  // Nothing was new.
  using same = folderOf({ "SE.jvd": entry });
  expect(await runCommand(same.folder)).toMatchObject({
    code: 0,
    stdout: "0 kept aside\n0 added, 0 changed, 1 unchanged, 0 skipped\n",
  });
  // The records that waited for their race's own are taken with it.
  using late = folderOf({ "RA.jvd": ra({ key: "2026112205050612" }) });
  expect(await runCommand(late.folder)).toMatchObject({
    code: 0,
    stdout: "0 kept aside\n2 added, 0 changed, 0 unchanged, 0 skipped\n",
  });
  expect(await runCommand(same.folder, "--source", "sample")).toMatchObject({
    code: 1,
    stderr: "import: records are real: they cannot be imported with --source sample\n",
  });
});

test("open CSV that is refused keeps the records beside it from being sent", { tags: "full" }, async () => {
  using mixed = folderOf({ "races.csv": csv([raceRow({ date: "tomorrow" })]), "RA.jvd": ra() });
  const { code, stderr } = await runCommand(mixed.folder);
  expect(code).toBe(1);
  expect(stderr).toContain("1 error: nothing was applied.");
  expect((await site.state()).racing.races).toEqual([]);
});

test("a race that is stored under another id keeps it; a card does not replace its result", {
  tags: "full",
}, async () => {
  const race = raceRow({ date: "2024-05-06", race_num: 3 });
  const runner = runnerRow({ status: "entered", finish_position: "", time_s: "", margin_s: "" });
  await site.importSet({ "races.csv": csv([race]), "runners.csv": csv([runner]) });
  using card = folderOf({ "出馬表.csv": CARD });
  expect((await runCommand(card.folder, ...RACE)).stdout).toBe("1 added, 2 changed, 0 unchanged, 0 skipped\n");
  expect((await site.state()).racing.races.map((stored) => stored.race_id)).toEqual(["R1"]);

  await site.importSet({
    "runners.csv": csv([runnerRow({}), runnerRow({ horse_num: 2, horse_id: "H1", finish_position: 2 })]),
  });
  const before = (await site.state()).racing;
  expect(await runCommand(card.folder, ...RACE)).toMatchObject({
    code: 1,
    stdout: "出馬表.csv:2: row: the site has the result of race R1, which this card would replace\n",
  });
  expect((await site.state()).racing).toEqual(before);
});

test("a refusal of the site names the operator's file, line and column, and nothing is stored", async () => {
  const race = raceRow({ race_id: "20240506-05-03", date: "2024-05-06", race_num: 3 });
  await site.importSet({ "races.csv": csv([race]) }, "sample");
  const before = (await site.state()).racing;
  using card = folderOf({ "出馬表.csv": CARD });
  const refused = await runCommand(card.folder, ...RACE);
  expect(refused).toMatchObject({
    code: 1,
    stdout: '出馬表.csv:2: race_id: "20240506-05-03" is stored with another source (sample or real)\n',
  });
  expect(refused.stderr).toContain("1 error: nothing was applied.");
  expect((await site.state()).racing).toEqual(before);
});

test("a preview shows what would be stored and sends nothing", async () => {
  using card = folderOf({ "card.csv": CARD });
  const { code, stdout } = await runCommand(card.folder, "--preview", ...RACE);
  expect(code).toBe(0);
  expect(stdout).toContain("# races: 1 of 1\ncard.csv:2\n  race_id     20240506-05-03\n");
  expect(stdout).toMatch(/ {2}sex +male {2}← 性齢\n {2}age +3 {2}← 性齢\n/);
  expect(await site.sql("select id from imports")).toEqual([]);
});

test("the calls for known names refuse anything outside the protocol", async () => {
  const names = { source: "real", names: ["ウマ"] };
  const status = async (...call: Parameters<ImportSite["call"]>) => (await site.call(...call)).status;
  expect(await status("POST", "/admin/api/names/horses", { body: names, token: "guess" })).toBe(401);
  expect(await status("POST", "/admin/api/names/horses", { body: names })).toBe(200);
  expect(await status("POST", "/admin/api/names/horses", { body: { ...names, source: "other" } })).toBe(400);
  expect(await status("POST", "/admin/api/names/horses", { body: { ...names, names: Array(5001).fill("ウ") } })).toBe(
    400,
  );
  const races = { source: "real", races: [["2024-05-06", "東京", 3]] };
  expect(await status("POST", "/admin/api/names/races", { body: races })).toBe(200);
  expect(await status("POST", "/admin/api/names/races", { body: { ...races, races: [["2024-05-06", "東京"]] } })).toBe(
    400,
  );
  expect(await status("GET", "/admin/api/names/people?source=real")).toBe(200);
  expect(await status("GET", "/admin/api/names/people")).toBe(400);
});
