import path from "node:path";
import { build } from "esbuild";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const CONDITIONS = ["workerd", "worker", "browser"];

/** Bundles of this process, whose test files need few Workers many times. */
const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a test's own Worker as wrangler bundles those of a deployment. WebAssembly and Node.js modules stay imports.
 *
 * @param entry path from the project's root
 */
export function bundleWorker(entry: string): Promise<string> {
  const bundled = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, bundled);
  return bundled;
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "browser",
    conditions: CONDITIONS,
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["node:*", "*.wasm"],
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry} has no bundle`);
  return file.text;
}
