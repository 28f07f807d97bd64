import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { MutationPart, PartFigures } from "./mutations-part.ts";

/** Each in a process of its own, so that two processors share them. */
const PARTS: readonly { part: MutationPart; count: number }[] = [
  { part: "records", count: 190_000 },
  { part: "tables", count: 5000 },
  { part: "files", count: 2500 },
  { part: "files", count: 2500 },
];

/** Linux' file system in memory. */
const MEMORY = "/dev/shm";

const WORDS: Readonly<Record<MutationPart, (figures: PartFigures) => string>> = {
  records: ({ count, refused, taken }) =>
    `${count} damaged records: ${refused} refused by line and field, ${taken} races made all the same`,
  tables: ({ count, refused, taken }) =>
    `${count} damaged lines of tables: ${refused} refused, ${taken} made into sound rows`,
  files: ({ count, refused, taken }) =>
    `${count} damaged lines of open CSV: ${refused} sets refused whole, ${taken} stored as written`,
};

/**
 * The tests of damaged input, with other seeds and in the whole amount; each part is reported when it is done.
 *
 * @throws at the first that is not reported as it should be
 */
export async function checkMutations(seed: number, say: (line: string) => void): Promise<void> {
  const folder = temporaryFolder();
  let next = seed;
  await Promise.all(
    PARTS.map(async ({ part, count }) => {
      const from = next;
      next += count;
      const figures = await runPart(folder, [part, String(count), String(from)]);
      say(`${WORDS[part](figures)}, in ${figures.seconds} s (seeds from ${from})`);
    }),
  );
}

/**
 * D1 waits for the disk with each write; in memory, sets of open CSV take a third of the time. The folder's name contains
 * that of this project, unlike Miniflare's own, so that no other clean-up deletes it while it is in use.
 */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(existsSync(MEMORY) ? MEMORY : os.tmpdir(), "keiba-ai-mutations-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function runPart(folder: string, args: readonly string[]): Promise<PartFigures> {
  const program = path.join(import.meta.dirname, "mutations-part.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: folder },
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const output = await text(child.stdout);
  if ((await ended) !== 0) throw new Error(`${args.join(" ")}: not told as it should be`);
  return JSON.parse(output) as PartFigures;
}
