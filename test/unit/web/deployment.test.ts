import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
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

test("a stage other than production needs a database of its own, and a name", () => {
  expect(readStage({})).toEqual({ stage: "production", databaseId: undefined, problems: [] });
  expect(readStage({ STAGE: "staging", DATABASE_ID: "1234" }).problems).toEqual([]);
  expect(readStage({ STAGE: "staging" }).problems).toHaveLength(1);
  expect(readStage({ STAGE: "../web", DATABASE_ID: "1234" }).problems).toHaveLength(1);
});

test("Workers are deployed with web last, by configurations that go again, also after an error", () => {
  let written: string[] = [];
  const stage = { stage: "staging", databaseId: "1234" };
  const work = (workers: { name: string; config: string }[]) => {
    expect(workers.map(({ name }) => name)).toEqual(["jobs-heavy", "jobs", "web"]);
    written = workers.map(({ config }) => config);
    for (const config of written) expect(read(config)).toContain('"keiba-ai-staging"');
    throw new Error("no connection");
  };
  expect(() => withConfigs(stage, work)).toThrow("no connection");
  for (const config of written) expect(() => read(config)).toThrow("ENOENT");
});

test("a deployment waits until the site answers, and says why it does not", async () => {
  const statuses = [503, 500, 200];
  const server = createServer((_, response) => {
    response.statusCode = statuses.shift() ?? 503;
    response.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await findFault(url, { pauseMs: 1 })).toBeNull();
  expect(await findFault(url, { pauseMs: 1 })).toBe("/healthz answers 503");
});
