// Serves built Workers in one workerd through Miniflare: `serve-workers.mjs PORT STATE_DIR CONFIG…`, the first Worker at the
// port. Not through `wrangler dev`, whose proxy before the Workers answers a form with 503, or a page with 500, when its
// connection to workerd rests for five seconds and ends just then (scripts/README.md).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";

const [port, stateDir, ...configs] = process.argv.slice(2);
const workers = configs.map(readWorker);

// Tests write to a running site's database through a Worker of theirs (its file's path) in this workerd: from another
// process the file would be locked for moments, in which the site answers 500.
const { DATABASE_WORKER } = process.env;
if (DATABASE_WORKER) {
  workers.push({
    name: "database",
    modules: true,
    script: readFileSync(DATABASE_WORKER, "utf8"),
    compatibilityDate: workers[0].compatibilityDate,
    d1Databases: workers[0].d1Databases,
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  });
}

const site = new Miniflare({
  host: "127.0.0.1",
  port: Number(port),
  // Where `wrangler d1 --local --persist-to` looks too.
  defaultPersistRoot: path.join(stateDir, "v3"),
  cf: false,
  log: new Log(LogLevel.WARN),
  handleRuntimeStdio: (stdout, stderr) => {
    stdout.pipe(process.stdout, { end: false });
    stderr.pipe(process.stderr, { end: false });
  },
  workers,
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await site.dispose();
    process.exit(0);
  });
}
await site.ready;
if (DATABASE_WORKER)
  writeFileSync(path.join(stateDir, "database-url"), String(await site.unsafeGetDirectURL("database")));

/** A Worker as its wrangler configuration binds it, with the modules that lie beside its entry. */
function readWorker(config) {
  const { name, main } = unstable_readConfig({ config }, { hideWarnings: true });
  const folder = path.dirname(main);
  const wasm = readdirSync(folder).filter((file) => file.endsWith(".wasm"));
  const { modulesRules: _, ...bindings } = unstable_getMiniflareWorkerOptions(config).workerOptions;
  return {
    ...bindings,
    name,
    modulesRoot: folder,
    modules: [
      { type: "ESModule", path: main },
      ...wasm.map((file) => ({ type: "CompiledWasm", path: path.join(folder, file) })),
    ],
  };
}
