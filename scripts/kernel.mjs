// Compiles the learner's kernel from AssemblyScript. Uses Node built-ins only, because prepare.mjs imports it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const SOURCES = ["records", "gradients", "histograms", "scores", "logit"].map(
  (name) => `app/domain/learning/kernel/${name}.ts`,
);
/** Not in build/, which each build of the site empties first. */
const OUTPUT = path.join(ROOT, ".kernel");
/** No runtime, no allocator; the caller provides the memory. No relaxed SIMD: its rounding depends on the processor. */
const OPTIONS = [
  ...["--runtime", "stub", "--importMemory", "--noExportMemory", "--initialMemory", "1", "--memoryBase", "1024"],
  ...["--use", "abort=", "--enable", "simd", "-O3", "--converge"],
];

/** Builds the kernel if its source, the compiler or its options have changed. @returns the path of the module */
export function ensureKernel() {
  const { version } = JSON.parse(readFileSync(require.resolve("assemblyscript/package.json"), "utf8"));
  const texts = SOURCES.map((source) => readFileSync(path.join(ROOT, source), "utf8"));
  const wanted = createHash("sha256")
    .update(JSON.stringify([version, OPTIONS, texts]))
    .digest("hex");
  const stamp = path.join(OUTPUT, ".built-from");
  const module = path.join(OUTPUT, "trees.wasm");
  if (existsSync(module) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return module;
  mkdirSync(OUTPUT, { recursive: true });
  // Compiled under a unique name, then renamed: concurrent builds cannot mix, and equal sources give equal bytes.
  const draft = path.join(OUTPUT, `trees-${process.pid}.wasm`);
  const { status } = spawnSync(
    process.execPath,
    [require.resolve("assemblyscript/bin/asc.js"), ...SOURCES, "-o", path.relative(ROOT, draft), ...OPTIONS],
    { cwd: ROOT, stdio: ["ignore", process.stderr, process.stderr] },
  );
  if (status !== 0) throw new Error("The learner's kernel could not be compiled.");
  renameSync(draft, module);
  writeFileSync(stamp, wanted);
  return module;
}
