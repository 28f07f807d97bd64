import { expect, test } from "vitest";
import { EMPTY_TREE, leafHash, nodeHash } from "#app/domain/seal/hashes.ts";
import {
  appendLeaves,
  consistencyRanges,
  coverOf,
  type Frontier,
  inclusionSteps,
  rangeHash,
  type Subtree,
} from "#app/domain/seal/tree.ts";

/** The leaves and roots that implementations of RFC 6962 are tried with. */
const LEAVES = ["", "\0", "\x10", " !", "01", "@ABC", "PQRSTUVW", "`abcdefghijklmno"];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

async function grow(leaves: readonly string[], perRun: number) {
  let frontier: Frontier = [];
  const roots: string[] = [];
  const known = new Map<string, string>();
  for (let count = 0; count < leaves.length; count += perRun) {
    const grown = await appendLeaves(frontier, count, leaves.slice(count, count + perRun));
    frontier = grown.frontier;
    roots.push(grown.root);
    for (const { level, index, hash } of grown.made) known.set(`${level} ${index}`, hash);
  }
  const read = ({ level, index }: Subtree) => {
    const hash = known.get(`${level} ${index}`);
    if (hash === undefined) throw new Error(`no subtree ${level} ${index}`);
    return hash;
  };
  return { roots, read, frontier };
}

test("leaf, node and roots are those of RFC 6962", async () => {
  const hashes = await Promise.all(LEAVES.map(leafHash));
  expect((await grow(hashes, 1)).roots).toEqual(ROOTS);
  expect((await grow(hashes, 4)).roots).toEqual([ROOTS[3], ROOTS[7]]);
  expect((await appendLeaves([], 0, [])).root).toBe(EMPTY_TREE);
});

test("the way of a record and its neighbours, as they were worked out by another program", async () => {
  const body =
    '{"at":"2026-11-22T14:33:08+09:00","marks":[3,7,12,14,5],"model":"m_7c1e","ps":["0.0410","0.0212","0.2461","0.0139","0.0903","0.0077","0.2012","0.0255","0.0688","0.0101","0.0470","0.1172","0.0188","0.0912"],"race":"2026112208051111","salt":"9f2c61d07ab84e33"}';
  const leaf = await leafHash(body);
  expect(leaf).toBe("2b1c787a7381d6b17cb40fb8e6269b40665ed8349f923291b82d3eafcaddfab3");
  const first = await nodeHash("7985b0c8b858e77f57c6d403b315ade04d2485d6ec2d09694256eadd20db6f27", leaf);
  const second = await nodeHash(first, "7ec9fe5e7eea2ef8588b08335709ccd25d4467ee754d0629c2f725e9403705a5");
  const third = await nodeHash("1df391f03d0f5863da45565e3913ce9fda8f76c1b46666f7b80a5071067ef8a3", second);
  expect(await nodeHash(third, "56704726e6a302810367ca62d55e345faa4f44b8655c48553e81a2c8d3c31f7b")).toBe(
    "e2be6d7f7be550b5d3a5436dd75ba7be1371ac06a90b2447ecec27b7cfa72581",
  );
});

test("paths and proofs name the ranges that RFC 6962 works out for seven leaves", () => {
  expect(inclusionSteps(0, 7)).toEqual([
    { side: "R", first: 1, end: 2 },
    { side: "R", first: 2, end: 4 },
    { side: "R", first: 4, end: 7 },
  ]);
  expect(inclusionSteps(3, 7)).toEqual([
    { side: "L", first: 2, end: 3 },
    { side: "L", first: 0, end: 2 },
    { side: "R", first: 4, end: 7 },
  ]);
  expect(inclusionSteps(6, 7)).toEqual([
    { side: "L", first: 4, end: 6 },
    { side: "L", first: 0, end: 4 },
  ]);
  const ranges = (earlier: number) => consistencyRanges(earlier, 7).map(({ first, end }) => [first, end]);
  expect(ranges(3)).toEqual([
    [2, 3],
    [3, 4],
    [0, 2],
    [4, 7],
  ]);
  expect(ranges(4)).toEqual([[4, 7]]);
  expect(ranges(6)).toEqual([
    [4, 6],
    [6, 7],
    [0, 4],
  ]);
  expect([ranges(7), ranges(0)]).toEqual([[], []]);
  expect(coverOf({ first: 4, end: 7 })).toEqual([
    { level: 1, index: 2 },
    { level: 0, index: 6 },
  ]);
});

test("the state that appending needs grows by a hash when the tree doubles", async () => {
  const leaves = await Promise.all(Array.from({ length: 300 }, (_, index) => leafHash(String(index))));
  const { frontier, roots, read } = await grow(leaves, 7);
  // 300 = 256 + 32 + 8 + 4
  expect(frontier.map(({ level }) => level)).toEqual([8, 5, 3, 2]);
  expect(await rangeHash({ first: 0, end: 300 }, read)).toBe(roots.at(-1));
  for (const position of [0, 1, 127, 255, 256, 299]) {
    let hash = read({ level: 0, index: position });
    for (const { side, ...range } of inclusionSteps(position, 300)) {
      const beside = await rangeHash(range, read);
      hash = side === "L" ? await nodeHash(beside, hash) : await nodeHash(hash, beside);
    }
    expect(hash).toBe(roots.at(-1));
  }
});
