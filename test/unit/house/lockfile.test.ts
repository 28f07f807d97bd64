import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

interface Lockfile {
  packages: Record<string, { link?: boolean; integrity?: string; resolved?: string }>;
}

const ROOT = path.resolve(import.meta.dirname, "../../..");

test("every package that an install may fetch is locked by a hash, on every platform, and from no registry in particular", () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")) as Lockfile;
  const installed = Object.entries(packages).filter(([name, { link }]) => name !== "" && link !== true);
  expect(installed.length).toBeGreaterThan(500);
  expect(installed.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
