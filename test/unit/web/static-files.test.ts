import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { writeFileHeaders } from "#scripts/prepare.mjs";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const { assets } = unstable_readConfig({ config: path.join(ROOT, "wrangler.toml") }, { hideWarnings: true });
const first = assets?.run_worker_first;
const RULES: readonly string[] = Array.isArray(first) ? first : [];

/** Whether an address asks the Worker without a look at the static files: a rule is a glob of a whole path. */
function asksWorkerFirst(address: string): boolean {
  return RULES.some((rule) => {
    const parts = rule.split("*").map((part) => part.replaceAll(/[.\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`).test(address);
  });
}

/** An address of each route, by the names of their files. */
const PAGES = readdirSync(path.join(ROOT, "app", "routes"))
  .filter((file) => /^_(app|public)\..+\.tsx?$/.test(file))
  .map((file) => {
    const segments = file
      .replace(/^_(app|public)\./, "")
      .replace(/\.tsx?$/, "")
      .replaceAll("[.", "[")
      .split(".")
      .map((segment) => segment.replaceAll("[", ".").replaceAll(/[\]$()]/g, ""))
      .map((segment) => segment.replace(/_$/, ""));
    return `/${segments.filter((segment) => segment !== "_index" && segment !== "").join("/")}`;
  });

test("pages and their data are requested from the Worker without a look-up of static files", () => {
  expect(PAGES).toContain("/races/raceId/what-if");
  expect(PAGES).toContain("/terms.html");
  const data = PAGES.map((page) => (page === "/" ? "/_root.data" : `${page}.data`));
  const others = ["/healthz", "/api/models", "/rankings.json", "/admin/api/status", "/webhooks/stripe", "/__manifest"];
  expect([...PAGES, ...data, ...others].filter((address) => !asksWorkerFirst(address))).toEqual([]);
});

test("no file of the site has an address that the Worker answers first", () => {
  const files = readdirSync(path.join(ROOT, "public"), { recursive: true, encoding: "utf8" });
  expect(files).toContain("tutorial.js");
  expect([...files, "assets/entry.js"].filter((file) => asksWorkerFirst(`/${file}`))).toEqual([]);
});

test("static files say of Strict-Transport-Security what pages say, with HSTS_SUBDOMAINS and without", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keiba-headers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = (coversSubdomains: boolean) => {
    writeFileHeaders(folder, { coversSubdomains });
    const text = readFileSync(path.join(folder, "_headers"), "utf8");
    return text.split("\n").filter((line) => line.includes("Strict-Transport-Security"));
  };
  // Those of web-door.test.ts.
  expect(lines(true)).toEqual(["  Strict-Transport-Security: max-age=63072000; includeSubDomains"]);
  expect(lines(false)).toEqual(["  Strict-Transport-Security: max-age=63072000"]);
});
