import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { releaseVersion } from "#scripts/deployment/release.mjs";
import { findFault } from "#scripts/deployment/smoke.mjs";
import { configOf, readStage, WORKERS, withConfigs } from "#scripts/deployment/stages.mjs";

const read = (config: string) => readFileSync(config, "utf8");
const namesIn = (text: string) => [...text.matchAll(/= "(keiba-ai[^"]*)"/g)].map(([, name]) => name!);

test("a stage has Workers, database, bucket and queues of its own; production is what the configurations say", () => {
  for (const { config } of WORKERS) {
    const text = read(config);
    expect(configOf(text, { stage: "production" })).toBe(text);
    const own = namesIn(text).map((name) => name.replace("keiba-ai", "keiba-ai-staging"));
    expect(own.length).toBeGreaterThan(6);
    const staging = configOf(text, { stage: "staging", databaseId: "1234" });
    expect(namesIn(staging)).toEqual(own);
    expect(staging).toContain('database_id = "1234"');
    expect(staging.replaceAll("keiba-ai-staging", "keiba-ai").length).toBeLessThan(text.length);
  }
});

test("no Worker has an address beside the site's, is minified with source maps, and has a ceiling for each queue's consumers", () => {
  const ceilings: Record<string, number | null | undefined> = {};
  for (const { config } of WORKERS) {
    const read = unstable_readConfig({ config });
    expect([config, read.workers_dev, read.preview_urls]).toEqual([config, false, false]);
    expect([config, read.minify, read.upload_source_maps]).toEqual([config, true, true]);
    for (const { queue, max_concurrency } of read.queues.consumers ?? []) ceilings[queue] = max_concurrency;
  }
  const dead = ["train", "score", "background", "ingest", "notify", "push"].map((name) => [`keiba-ai-${name}-dead`, 1]);
  expect(ceilings).toEqual({
    ...{ "keiba-ai-train": 20, "keiba-ai-score": 20, "keiba-ai-notify": 10, "keiba-ai-push": 10 },
    ...{ "keiba-ai-background": 4, "keiba-ai-ingest": 1 },
    ...Object.fromEntries(dead),
  });
});

test("a stage other than production needs a database of its own, and a name", () => {
  expect(readStage({})).toEqual({ stage: "production", databaseId: undefined, problems: [] });
  expect(readStage({ STAGE: "staging", DATABASE_ID: "1234" }).problems).toEqual([]);
  expect(readStage({ STAGE: "staging" }).problems).toHaveLength(1);
  expect(readStage({ STAGE: "../web", DATABASE_ID: "1234" }).problems).toHaveLength(1);
});

test("Workers are deployed with web last, by configurations that go again, also after an error", async () => {
  let written: string[] = [];
  const stage = { stage: "staging", databaseId: "1234" };
  const work = (workers: { name: string; config: string }[]) => {
    expect(workers.map(({ name }) => name)).toEqual(["jobs-heavy", "jobs", "web"]);
    written = workers.map(({ config }) => config);
    for (const config of written) expect(read(config)).toContain('"keiba-ai-staging"');
    throw new Error("no connection");
  };
  await expect(withConfigs(stage, work)).rejects.toThrow("no connection");
  const later = withConfigs(stage, async (workers) => {
    await Promise.resolve();
    return workers.map(({ config }) => read(config).length > 0);
  });
  expect(await later).toEqual([true, true, true]);
  for (const config of written) expect(() => read(config)).toThrow("ENOENT");
});

/** A site that answers as it is told. */
async function serve(answer: (request: IncomingMessage) => { status?: number; body?: string }): Promise<string> {
  const server = createServer((request, response) => {
    const { status = 200, body = "" } = answer(request);
    response.statusCode = status;
    response.end(body);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HEALTHY = JSON.stringify({ build: "b1" });

test("a deployment waits until the site answers, and says why it does not", async () => {
  const statuses = [503, 500, 200, 200, 200, 200];
  const url = await serve(() => ({ status: statuses.shift() ?? 503, body: HEALTHY }));
  expect(await findFault(url, { pauseMs: 1 })).toBeNull();
  expect(await findFault(url, { pauseMs: 1 })).toBe("/healthz?part=web answers 503");
});

test("the build that answers must be the released one, and its pages have their files", async () => {
  const asked: unknown[] = [];
  let missing = "/none";
  const url = await serve(({ url: path, headers }) => {
    asked.push([path, headers["x-version"]]);
    if (path === missing) return { status: 404 };
    return {
      body: path === "/healthz?part=web" ? HEALTHY : path === "/login" ? '<link href="/assets/app-1a.css">' : "<p>",
    };
  });
  const options = { pauseMs: 1, headers: { "X-Version": "v2" } };
  expect(await findFault(url, { ...options, build: "b1" })).toBeNull();
  expect(asked).toEqual(
    ["/healthz?part=web", "/", "/login", "/assets/app-1a.css", "/share/rankings"].map((path) => [path, "v2"]),
  );
  expect(await findFault(url, { ...options, build: "b2" })).toBe("/healthz is of build b1, not b2");
  missing = "/assets/app-1a.css";
  expect(await findFault(url, options)).toBe("/assets/app-1a.css answers 404");
});

const RELEASE = { worker: "keiba-ai-web", config: "w.toml", options: ["--tag", "t"], firstOptions: ["--domain", "d"] };
const CURRENT = JSON.stringify({
  versions: [
    { version_id: "old", percentage: 0 },
    { version_id: "now", percentage: 100 },
  ],
});
const UPLOADED = '{"type":"wrangler-session"}\n{"type":"version-upload","version_id":"new"}\n';

/** What a release asks of wrangler and of the site, in order. */
async function release({
  current = CURRENT as string | null,
  faults = [null] as (string | null)[],
  failing = "nothing",
}) {
  const asked: string[] = [];
  const did = (...args: string[]) => {
    asked.push(args.filter((arg) => arg !== "-c" && arg !== "w.toml").join(" "));
    return !args.join(" ").includes(failing);
  };
  const fault = await releaseVersion(RELEASE, {
    wrangler: did,
    readCurrent: () => current,
    upload: (...args) => (did(...args) ? UPLOADED : null),
    findFault: async (headers) => {
      asked.push(`ask ${Object.values(headers).join()}`);
      return faults.shift() ?? null;
    },
  });
  return { fault, asked };
}

test("a version is asked by itself before it is everybody's, and is nobody's if it does not answer", async () => {
  const before = ["versions upload --tag t", "versions deploy now@100% new@0% -y", 'ask keiba-ai-web="new"'];
  expect(await release({})).toEqual({ fault: null, asked: [...before, "versions deploy new@100% -y"] });
  expect(await release({ faults: ["/login answers 500"] })).toEqual({
    fault: "/login answers 500; no visitor had it",
    asked: [...before, "versions deploy now@100% -y"],
  });
  expect(await release({ current: null })).toEqual({ fault: null, asked: ["deploy --tag t --domain d", "ask "] });
});

test("a release whose wrangler fails stops there and says so", async () => {
  expect((await release({ current: null, failing: "deploy" })).fault).toBe("keiba-ai-web was not deployed");
  expect((await release({ failing: "upload" })).fault).toBe("keiba-ai-web was not uploaded");
  expect((await release({ failing: "new@0%" })).fault).toBe("keiba-ai-web could not be asked before its visitors");
  expect((await release({ failing: "new@100%" })).fault).toBe("keiba-ai-web answers, but is not released");
  expect((await release({ failing: "deploy now@100% -y", faults: ["/ answers 500"] })).fault).toBe(
    "/ answers 500; it is still deployed for nobody",
  );
});
