import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** Runs LightGBM's command line program in a folder, on one thread. @returns its processor seconds */
export async function runLightGbm(
  cli: string,
  folder: string,
  options: Record<string, string | number>,
): Promise<number> {
  const args = Object.entries({ verbosity: -1, num_threads: 1, ...options }).map(([name, value]) => `${name}=${value}`);
  // The shell's `times` reports its children's usage, which may no longer be available from outside.
  const shell = spawn("sh", ["-c", '"$0" "$@" >&2 && times', path.resolve(cli), ...args], { cwd: folder });
  const [stdout, stderr, [status]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "close")]);
  const ofChildren = stdout.trim().split("\n").at(-1);
  if (status !== 0 || ofChildren === undefined) throw new Error(`LightGBM failed:\n${stderr}`);
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

export async function writeRows(file: string, lines: Iterable<string>, raceSizes: readonly number[]): Promise<void> {
  await pipeline(Readable.from(lines), createWriteStream(file));
  writeFileSync(`${file}.query`, `${raceSizes.join("\n")}\n`);
}

/** Raw scores of the rows of a file, in its order, by the first `trees` of a model. */
export async function predictScores(
  cli: string,
  folder: string,
  { model, trees, ...options }: { model: string; data: string; trees: number } & Record<string, string | number>,
): Promise<number[]> {
  const output = `${model}.scores`;
  await runLightGbm(cli, folder, {
    ...options,
    task: "predict",
    input_model: model,
    output_result: output,
    predict_raw_score: "true",
    num_iteration_predict: trees,
  });
  return readFileSync(path.join(folder, output), "utf8").trim().split("\n").map(Number);
}
