import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createRandom } from "#app/domain/racing/random.ts";
import { leafHash, nodeHash } from "#app/domain/seal/hashes.ts";
import type { PublishedRoots } from "#app/domain/seal/heads.ts";
import { checkSealProof, type SealProof, writeSealProof } from "#app/domain/seal/seal-proof.ts";
import { writeBody } from "#app/domain/seal/sealed-body.ts";
import { forecastAt, proveLeaf, runVerifier, type SealedDay, sealDay, sealLeaves } from "./sealed-days.ts";

const DAY = "2026-11-22";
const SCRIPT = path.resolve(import.meta.dirname, "../../../public/verify.mjs");
const HEADS = [
  { count: 3, minutes: 610 },
  { count: 11, minutes: 875 },
  { count: 24, minutes: 930 },
  { count: 37, minutes: 1060 },
];
/** Those of the last head come after the start at 15:35 (935). */
const FORECASTS = Array.from({ length: 37 }, (_, index) => forecastAt(DAY, 590 + index * 9 + (index > 23 ? 130 : 0)));

let day: SealedDay;
let roots: PublishedRoots;

beforeAll(async () => {
  const before = await sealDay("2026-11-21", [], { heads: [] });
  day = await sealDay(DAY, FORECASTS, { heads: HEADS, previous: before.published.root });
  const after = await sealDay("2026-11-23", [], { heads: [], previous: day.published.root });
  roots = { days: [after.published, day.published, before.published] };
});

/** Whether the domain and the script find something wrong; they have to agree. */
async function isFound(file: string, published: PublishedRoots = roots): Promise<boolean> {
  const checked = await checkSealProof(file, published);
  const found = checked.kind === "broken" || checked.isLate;
  expect(runVerifier(file, JSON.stringify(published)).isFound).toBe(found);
  return found;
}

test("the sealed text has its keys in order, the horses by number, and no name", () => {
  const forecast = forecastAt(DAY, 873, {
    horses: [
      { horseNum: 2, index: 1.5, probability: 0.6235 },
      { horseNum: 1, index: -0.254, probability: 0.3765 },
    ],
    salt: "5a17",
  });
  expect(writeBody(forecast)).toBe(
    `{"artifact":"${"ab".repeat(16)}","at":"2026-11-22T14:33:00+09:00","horses":[1,2],"index":["-0.25","1.50"],"inputs":41,"marks":[2,1],"model":7,"ps":["0.3765","0.6235"],"race":"2026112208051111","salt":"5a17","start":"2026-11-22T15:35:00+09:00"}`,
  );
  const unknown = forecastAt(DAY, 873, { startTime: null, horses: [{ horseNum: 2, index: 0, probability: null }] });
  expect(JSON.parse(writeBody(unknown))).toMatchObject({ ps: [], start: "2026-11-23T00:00:00+09:00" });
});

test("a head fixes its time, its count, its day and the root of the day before", async () => {
  const { previous, heads } = day.published;
  const { at, count, root } = heads.at(-1)!;
  expect({ at, count }).toEqual({ at: "2026-11-22T00:00:00+09:00", count: 0 });
  const own = await leafHash(`{"at":"${at}","count":0,"date":"${DAY}","previous":"${previous}"}`);
  // A day without leaves: the hash of nothing.
  expect(root).toBe(await nodeHash(own, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  expect(previous).toBe(roots.days[2]!.root);
});

test("every record of a day is proved against the first head that holds it, those after the start are late", async () => {
  for (const position of FORECASTS.keys()) {
    const file = writeSealProof(await proveLeaf(day, position));
    expect(file.length).toBeLessThanOrEqual(4096);
    const checked = await checkSealProof(file, roots);
    expect(checked).toMatchObject({ kind: "whole", isLate: position > 23, isUpToDate: true });
    expect(await isFound(file)).toBe(position > 23);
  }
});

test("the script prints what was sealed and when, and fails where the domain finds a fault", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "verify-"));
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const verify = (file: string) =>
    spawnSync(process.execPath, [SCRIPT, write("proof.json", file), write("roots.json", JSON.stringify(roots))], {
      encoding: "utf8",
    });
  const proof = await proveLeaf(day, 5);
  const whole = verify(`${writeSealProof(proof)}\n`);
  expect([whole.status, whole.stderr]).toEqual([0, ""]);
  expect(whole.stdout).toContain("記録 2026-11-22T10:35:00+09:00、ルート 2026-11-22T14:35:00+09:00");
  expect(whole.stdout).toContain("印 3 7 12 14 5");
  const broken = verify(writeSealProof({ ...proof, body: proof.body.replace("3,7,12", "7,3,12") }));
  expect([broken.status, broken.stdout]).toEqual([1, ""]);
  expect(broken.stderr).toBe("確かめられません。中身がルートと合いません。\n");
  expect(verify("not a proof").status).toBe(1);
  expect(verify(writeSealProof(await proveLeaf(day, 30))).stderr).toContain("発走");
  rmSync(folder, { recursive: true });
});

/** Changes of a record, of a day that is published, or of what is published: each returns file and roots. */
type Mutation = (random: () => number) => Promise<{ file: string; published?: PublishedRoots }>;

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;
const otherDigit = (text: string, at: number) => (text[at] === "7" ? "3" : "7");
const change = (text: string, at: number) => text.slice(0, at) + otherDigit(text, at) + text.slice(at + 1);
const someProof = async (random: () => number, of = day): Promise<SealProof> =>
  proveLeaf(of, Math.floor(random() * 24));

const MUTATIONS: Record<string, Mutation> = {
  /** Any character of the file becomes another. */
  async byte(random) {
    const file = writeSealProof(await someProof(random));
    const at = Math.floor(random() * file.length);
    const code = 32 + ((file.charCodeAt(at) - 32 + 1 + Math.floor(random() * 94)) % 95);
    return { file: file.slice(0, at) + String.fromCharCode(code) + file.slice(at + 1) };
  },
  /** A field of the sealed text is another. */
  async field(random) {
    const proof = await someProof(random);
    const body = JSON.parse(proof.body) as Record<string, unknown>;
    const key = pick(Object.keys(body), random);
    const value = body[key];
    if (typeof value === "number") body[key] = value + 1;
    else if (typeof value === "string") body[key] = change(value, Math.floor(random() * value.length));
    else if (Array.isArray(value)) body[key] = value.toReversed();
    return { file: writeSealProof({ ...proof, body: JSON.stringify(body) }) };
  },
  /** The site forgets a leaf, and makes its proofs from what is left. */
  async removed(random) {
    const gone = Math.floor(random() * 23);
    const leaves = day.leaves.toSpliced(gone, 1);
    const heads = HEADS.map((head) => ({ ...head, count: Math.max(1, head.count - 1) }));
    const forged = await sealLeaves(DAY, leaves, { heads, previous: day.published.previous });
    const proof = await someProof(random, forged);
    const byTime = (at: string) => day.published.heads.find((head) => head.at === at)!;
    // With the heads that it has made now, or under those that were published.
    if (random() < 0.5) return { file: writeSealProof(proof) };
    const [head, last] = [byTime(proof.head.at), byTime(proof.last.at)];
    return { file: writeSealProof({ ...proof, head, last, root: head.root }) };
  },
  /** A forecast from after the start is put under an earlier head. */
  async late(random) {
    const proof = await proveLeaf(day, 24 + Math.floor(random() * 13));
    const early = await someProof(random);
    if (random() < 0.3) return { file: writeSealProof(proof) };
    if (random() < 0.5) return { file: writeSealProof({ ...early, body: proof.body }) };
    return { file: writeSealProof({ ...proof, head: early.head, root: early.root, consistency: early.consistency }) };
  },
  /** Two records change places. */
  async reordered(random) {
    const leaves = [...day.leaves];
    const one = Math.floor(random() * 23);
    [leaves[one], leaves[one + 1]] = [leaves[one + 1]!, leaves[one]!];
    const forged = await sealLeaves(DAY, leaves, { heads: HEADS, previous: day.published.previous });
    const proof = await proveLeaf(forged, one);
    const right = await proveLeaf(day, one);
    return {
      file: writeSealProof(random() < 0.5 ? proof : { ...proof, head: right.head, last: right.last, root: right.root }),
    };
  },
  /** The site publishes another head, day or chain. */
  async head(random) {
    const proof = await someProof(random);
    const published = structuredClone(roots);
    const of = published.days[1]!;
    const named = pick([proof.head, proof.last], random);
    const head = of.heads.find(({ root }) => root === named.root)!;
    const fields: (() => void)[] = [
      () => Object.assign(head, { root: change(head.root, Math.floor(random() * 64)) }),
      () => Object.assign(head, { count: head.count + 1 }),
      () => Object.assign(head, { at: change(head.at, 17) }),
      () => Object.assign(of, { root: change(of.root, Math.floor(random() * 64)) }),
      () => Object.assign(of, { count: of.count - 1 }),
      () => Object.assign(of, { previous: change(of.previous, Math.floor(random() * 64)) }),
      () => Object.assign(of, { date: "2026-11-20" }),
      () => of.heads.reverse(),
      () => of.heads.splice(of.heads.indexOf(head), 1),
      () => Object.assign(published.days[0]!, { previous: change(of.root, 5) }),
    ];
    pick(fields, random)();
    return { file: writeSealProof(proof), published };
  },
};

test("a thousand changes of records, days and heads are all found, by the domain and by the script", {
  tags: "full",
}, async () => {
  const missed: string[] = [];
  let tried = 0;
  const random = createRandom(19);
  while (tried < 1_000) {
    for (const [name, mutate] of Object.entries(MUTATIONS)) {
      const { file, published } = await mutate(random);
      tried += 1;
      if (!(await isFound(file, published))) missed.push(`${name} ${tried}: ${file}`);
    }
  }
  expect(missed).toEqual([]);
});
