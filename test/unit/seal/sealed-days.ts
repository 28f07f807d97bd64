import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { EMPTY_TREE } from "#app/domain/seal/hashes.ts";
import { CHAIN_BEGINS, type Head, headSeal, makeHead, type PublishedDay } from "#app/domain/seal/heads.ts";
import type { SealProof } from "#app/domain/seal/seal-proof.ts";
import { type SealedForecast, sealForecast } from "#app/domain/seal/sealed-body.ts";
import {
  appendLeaves,
  consistencyRanges,
  type Frontier,
  inclusionSteps,
  rangeHash,
  type Subtree,
} from "#app/domain/seal/tree.ts";

/** A forecast of a race of fourteen that starts at 15:35; `at` in minutes of the day. */
export function forecastAt(date: string, minutes: number, change: Partial<SealedForecast> = {}): SealedForecast {
  const salt = createHash("sha256").update(`${date} ${minutes}`).digest("hex").slice(0, 32);
  return {
    ...{ modelId: 7, artifact: `artifacts/${"ab".repeat(32)}.json`, inputsVersion: 41, raceId: "2026112208051111" },
    ...{ date, startTime: "15:35", at: startOfJapanDay(date) + minutes * 60, salt },
    horses: [3, 7, 12, 14, 5, 9, 1, 2, 4, 6, 8, 10, 11, 13].map((horseNum, place) => ({
      horseNum,
      index: 2.1 - place * 0.31,
      probability: (14 - place) / 105,
    })),
    ...change,
  };
}

interface Leaf {
  body: string;
  hash: string;
}

/** A day of the chain with all that proofs are made of. */
export interface SealedDay {
  published: PublishedDay;
  leaves: readonly Leaf[];
  read(subtree: Subtree): string;
}

/** Seals forecasts in their order, with a head after each of the given numbers of leaves. */
export async function sealDay(
  date: string,
  forecasts: readonly SealedForecast[],
  { heads, previous = CHAIN_BEGINS }: { heads: readonly { count: number; minutes: number }[]; previous?: string },
): Promise<SealedDay> {
  const leaves = await Promise.all(forecasts.map(sealForecast));
  return sealLeaves(date, leaves, { heads, previous });
}

/** The same of leaves. */
export async function sealLeaves(
  date: string,
  leaves: readonly Leaf[],
  { heads, previous = CHAIN_BEGINS }: { heads: readonly { count: number; minutes: number }[]; previous?: string },
): Promise<SealedDay> {
  const midnight = startOfJapanDay(date);
  const known = new Map<string, string>();
  const made: Head[] = [await makeHead({ at: midnight, count: 0, tree: EMPTY_TREE }, { date, previous })];
  let frontier: Frontier = [];
  let before = 0;
  for (const { count, minutes } of heads) {
    const grown = await appendLeaves(
      frontier,
      before,
      leaves.slice(before, count).map(({ hash }) => hash),
    );
    for (const { level, index, hash } of grown.made) known.set(`${level} ${index}`, hash);
    frontier = grown.frontier;
    before = count;
    made.unshift(await makeHead({ at: midnight + minutes * 60, count, tree: grown.root }, { date, previous }));
  }
  const [{ root, count } = made[0]!] = made;
  return {
    published: { date, root, previous, count, heads: made },
    leaves,
    read: ({ level, index }) => known.get(`${level} ${index}`) ?? "",
  };
}

/** The proof of a leaf against the first head that holds it, and of that against the last one. */
export async function proveLeaf({ published, leaves, read }: SealedDay, position: number): Promise<SealProof> {
  const head = published.heads.findLast(({ count }) => count > position)!;
  const last = published.heads[0]!;
  const path = inclusionSteps(position, head.count).map(async (step) => `${step.side}${await rangeHash(step, read)}`);
  const growth = consistencyRanges(head.count, last.count).map((range) => rangeHash(range, read));
  return {
    body: leaves[position]!.body,
    path: [...(await Promise.all(path)), `L${await headSeal(head, published)}`],
    root: head.root,
    head,
    last,
    consistency: await Promise.all(growth),
  };
}

const SCRIPT = readFileSync(path.resolve(import.meta.dirname, "../../../public/verify.mjs"), "utf8");
const WITHOUT_IMPORTS = SCRIPT.replace(/^import .*$/gm, "");

class Exit extends Error {}

/**
 * Runs the text of public/verify.mjs in this process, on texts instead of files.
 *
 * @returns what it prints; `isFound` where it ends with a failure
 */
export function runVerifier(proof: string, roots: string): { isFound: boolean; printed: string } {
  let printed = "";
  const print = (text: string) => {
    printed += `${text}\n`;
  };
  const process = {
    argv: ["node", "verify.mjs", "proof", "roots"],
    on() {},
    exit() {
      throw new Exit();
    },
  };
  const read = (name: string) => (name === "proof" ? proof : roots);
  const run = new Function("createHash", "readFileSync", "process", "console", WITHOUT_IMPORTS);
  try {
    run(createHash, read, process, { log: print, error: print });
    return { isFound: false, printed };
  } catch {
    return { isFound: true, printed };
  }
}
