// Serves built Workers in one workerd by Miniflare: `serve-workers.mjs PORT STATE_DIR CONFIG…`. The first Worker gets
// the port. For why this is not `wrangler dev`, see scripts/README.md.
import diagnostics from "node:diagnostics_channel";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";

const isDev = process.argv.includes("--dev");
const [port, stateDir, ...configs] = process.argv.slice(2).filter((argument) => argument !== "--dev");
const workers = configs.map(readWorker);

// The path of a Worker through which tests write to a running site's database and store: writes from another process
// would lock the files at times, and the site would respond with 500.
const { BINDINGS_WORKER } = process.env;
if (BINDINGS_WORKER) {
  workers.push({
    name: "bindings",
    modules: true,
    script: readFileSync(BINDINGS_WORKER, "utf8"),
    compatibilityDate: workers[0].compatibilityDate,
    d1Databases: workers[0].d1Databases,
    r2Buckets: workers[0].r2Buckets,
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  });
}

// Miniflare does not start a workerd again that died, and would go on without it: this process ends with it, at once.
let isStopping = false;
diagnostics.subscribe("child_process", ({ process: child }) => {
  child.once("exit", (code, signal) => {
    if (isStopping || !path.basename(child.spawnfile).startsWith("workerd")) return;
    console.error(`workerd ended with ${signal ?? `code ${code}`}.`);
    process.exit(1);
  });
});

// workerd reports every batch of a queue to this process. If a report fails, Miniflare's queue stops until workerd ends.
// A workerd that computes does not see that Node closes connections which were idle for five seconds: none is closed.
diagnostics.subscribe("http.server.request.start", ({ server }) => {
  server.keepAliveTimeout = 0;
});

const options = {
  host: "127.0.0.1",
  // Vite has the site's port in development.
  port: isDev ? 0 : Number(port),
  // The layout of `wrangler d1 --local --persist-to`, which runs the migrations.
  defaultPersistRoot: path.join(stateDir, "v3"),
  cf: false,
  log: new Log(LogLevel.WARN),
  handleRuntimeStdio: (stdout, stderr) => {
    stdout.pipe(process.stdout, { end: false });
    stderr.pipe(process.stderr, { end: false });
  },
  workers,
};
const site = new Miniflare(options);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    isStopping = true;
    await site.dispose();
    process.exit(0);
  });
}
await site.ready;
if (isDev) {
  const { startDevServer } = await import("./dev-server.mjs");
  await startDevServer({
    port: Number(port),
    siteDir: path.join(stateDir, "site"),
    site,
    async restartJobs() {
      isStopping = true;
      await site.setOptions({ ...options, workers: configs.map(readWorker) });
      isStopping = false;
    },
  });
}
if (BINDINGS_WORKER) {
  // Renamed into place: tests read the address while workerd restarts.
  const address = path.join(stateDir, "bindings-url");
  writeFileSync(`${address}.new`, String(await site.unsafeGetDirectURL("bindings")));
  renameSync(`${address}.new`, address);
}

/** Miniflare's options of a Worker: its configuration's bindings, its entry and the WebAssembly modules beside that. */
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
