// `npm run dev`: Vite renders the pages in this process, on the bindings of the running Miniflare; jobs run in workerd.
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { context } from "esbuild";
import { createServer as createVite } from "vite";
import { ensureKernel } from "../kernel.mjs";
import { ROOT } from "../prepare.mjs";
import { writeShareFonts } from "../share-fonts.mjs";

const ENTRY = "/workers/local/web.ts";
const SERVER_BUILD = "virtual:remix/server-build";

/** Writes what `copyBuild` copies for `npm start`: share fonts, the jobs' bundle, and a web Worker that only has bindings. */
export async function prepareDevSite(siteDir) {
  ensureKernel();
  writeShareFonts(path.join(siteDir, "client", "share-fonts"));
  mkdirSync(path.join(siteDir, "web"), { recursive: true });
  writeFileSync(path.join(siteDir, "web", "web.js"), "export default { fetch: () => new Response(null) };");
  const jobs = await bundleJobs(siteDir);
  await jobs.rebuild();
  await jobs.dispose();
}

function bundleJobs(siteDir, plugins = []) {
  return context({
    absWorkingDir: ROOT,
    entryPoints: { jobs: "workers/local/jobs.ts" },
    outdir: path.join(siteDir, "jobs"),
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["node:*"],
    loader: { ".wasm": "copy" },
    assetNames: "[name]",
    sourcemap: "linked",
    logLevel: "warning",
    plugins,
  });
}

/** React's development build repeats this for each server render of React Router's error boundaries. */
const NOISE = "useLayoutEffect does nothing on the server";

export async function startDevServer({ port, siteDir, site, restartJobs }) {
  const { error } = console;
  console.error = (...words) => !String(words[0]).includes(NOISE) && error(...words);
  const server = createServer();
  const vite = await createVite({
    configFile: path.join(ROOT, "remix.config.js"),
    root: ROOT,
    appType: "custom",
    mode: "development",
    server: {
      middlewareMode: true,
      cors: false,
      hmr: { server },
      fs: { deny: [".dev.vars", "**/.state/**", "**/.git/**"] },
    },
    plugins: [serverBuild(), webAssembly()],
  });
  let bindings = await site.getBindings("keiba-ai-web");
  server.on("request", (incoming, outgoing) => {
    vite.middlewares(incoming, outgoing, () => {
      respond(incoming, outgoing, { vite, bindings, port }).catch((error) => {
        vite.ssrFixStacktrace(error);
        console.error(error);
        if (!outgoing.headersSent) outgoing.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
        outgoing.end(error.stack);
      });
    });
  });
  let isFirst = true;
  const onEnd = async ({ errors }) => {
    if (isFirst || errors.length > 0) {
      isFirst = false;
      return;
    }
    await restartJobs();
    bindings = await site.getBindings("keiba-ai-web");
  };
  const jobs = await bundleJobs(siteDir, [{ name: "restart-jobs", setup: (build) => build.onEnd(onEnd) }]);
  await jobs.watch();
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
}

async function respond(incoming, outgoing, { vite, bindings, port }) {
  const { default: worker } = await vite.ssrLoadModule(ENTRY);
  const response = await worker.fetch(toRequest(incoming, port), bufferedBodies(bindings));
  outgoing.statusCode = response.status;
  // Vite's error overlay has a style element of its own.
  const policy = response.headers.get("Content-Security-Policy");
  if (policy !== null)
    response.headers.set(
      "Content-Security-Policy",
      policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
    );
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null) outgoing.end();
  else Readable.fromWeb(response.body).pipe(outgoing);
}

/** The address comes from Host, not from Origin: the rule against cross-site requests compares the two. */
function toRequest(incoming, port) {
  const { method, url } = incoming;
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2)
    headers.append(incoming.rawHeaders[i], incoming.rawHeaders[i + 1]);
  headers.set("CF-Connecting-IP", incoming.socket.remoteAddress ?? "");
  const body = method === "GET" || method === "HEAD" ? undefined : Readable.toWeb(incoming);
  return new Request(new URL(url, `http://${headers.get("host") ?? `127.0.0.1:${port}`}`), {
    method,
    headers,
    body,
    duplex: "half",
  });
}

/** Miniflare's proxy refuses streams of unknown length. */
function bufferedBodies(bindings) {
  const put = async (key, value, options) =>
    bindings.STORE.put(key, value instanceof ReadableStream ? await new Response(value).arrayBuffer() : value, options);
  const STORE = new Proxy(bindings.STORE, {
    get: (store, name) => (name === "put" ? put : store[name]),
  });
  return { ...bindings, STORE };
}

/** The web Worker imports the built site; here it gets the one that Vite renders. */
function serverBuild() {
  return {
    name: "dev-server-build",
    enforce: "pre",
    resolveId(id) {
      return id.endsWith("/build/server/index.js") ? this.resolve(SERVER_BUILD) : null;
    },
  };
}

/** Imports a `.wasm` file as a compiled module, as wrangler does. */
function webAssembly() {
  return {
    name: "dev-webassembly",
    enforce: "pre",
    async resolveId(id, importer) {
      if (!id.endsWith(".wasm")) return null;
      const resolved = await this.resolve(id, importer, { skipSelf: true });
      return resolved === null ? null : `\0wasm:${resolved.id}`;
    },
    load(id) {
      if (!id.startsWith("\0wasm:")) return null;
      return `import { readFileSync } from "node:fs";\nexport default new WebAssembly.Module(readFileSync(${JSON.stringify(id.slice(6))}));`;
    },
  };
}
