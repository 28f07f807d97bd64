import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { binary, ROOT, WRANGLER_ENVIRONMENT } from "#scripts/prepare.mjs";

export function bundleWorker(config: string, folder: string): void {
  const { status, stderr } = spawnSync(binary("wrangler"), ["deploy", "--dry-run", "-c", config, "--outdir", folder], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, ...WRANGLER_ENVIRONMENT },
  });
  if (status !== 0) throw new Error(`${config} could not be bundled:\n${stderr}`);
}

/** Miniflare's options of a bundle: its entry, and the WebAssembly modules beside it. */
export function bundleOptions(folder: string, entry: string) {
  const wasm = readdirSync(folder).filter((file) => file.endsWith(".wasm"));
  return {
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    modulesRoot: folder,
    modules: [
      { type: "ESModule" as const, path: path.join(folder, entry) },
      ...wasm.map((file) => ({ type: "CompiledWasm" as const, path: path.join(folder, file) })),
    ],
  };
}
