import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const file = `${folder}/${name}`;
    if (entry.isDirectory()) return sourceFiles(file);
    return /\.tsx?$/.test(name) && !name.endsWith(".d.ts") ? [file] : [];
  });
}

test("the domain uses no clock and no randomness of its own", () => {
  const offences = sourceFiles("app/domain").filter((file) =>
    /\bDate\.now\(|\bMath\.random\(|\bfetch\(|new Date\(\)/.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(offences).toEqual([]);
});

test("nothing outside tests calls Math.random, and every SQL text is fixed", () => {
  const files = [...sourceFiles("app"), ...sourceFiles("workers")];
  const random = files.filter((file) => /\bMath\.random\(/.test(readFileSync(path.join(ROOT, file), "utf8")));
  const raw = files.filter((file) => /sql\.raw\(/.test(readFileSync(path.join(ROOT, file), "utf8")));
  expect({ random, raw }).toEqual({ random: [], raw: [] });
});

test("the top level contains only the fixed set of rooms", () => {
  const allowed = new Set(
    "app workers migrations public scripts test wrangler.toml remix.config.js package.json package-lock.json tsconfig.json README.md LICENSE node_modules build".split(
      " ",
    ),
  );
  expect(readdirSync(ROOT).filter((name) => !name.startsWith(".") && !allowed.has(name))).toEqual([]);
});

test("folders contain at most twenty files, except routes and migrations", () => {
  const crowded: string[] = [];
  const walk = (folder: string) => {
    const entries = readdirSync(path.join(ROOT, folder), { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).length;
    if (files > 20 && folder !== "app/routes") crowded.push(`${folder}: ${files}`);
    for (const entry of entries) if (entry.isDirectory()) walk(`${folder}/${entry.name}`);
  };
  for (const room of ["app", "workers", "scripts", "test"]) walk(room);
  expect(crowded).toEqual([]);
});

test("no test replaces a module: files share their modules, so it would depend on the order of files which one they get", () => {
  const mocks = sourceFiles("test").filter((file) =>
    /\bvi\.(do)?(mock|unmock)\(/i.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(mocks).toEqual([]);
});

test("no two files of browser tests use one name for an account: a worker that runs both would be refused the second", () => {
  const files = sourceFiles("test/e2e");
  const owners = new Map<string, Set<string>>();
  for (const file of files) {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    for (const [, name = ""] of text.matchAll(/(?:newAccount\(\s*\w+,\s*|uniqueEmail\()"([^"]+)"/g)) {
      owners.set(name, (owners.get(name) ?? new Set()).add(file));
    }
  }
  expect(owners.size).toBeGreaterThan(40);
  expect([...owners].filter(([, users]) => users.size > 1).map(([name]) => name)).toEqual([]);
});

test("four modules post to other hosts, and none of them follows a redirect; Stripe has its own library", () => {
  const calls = [...sourceFiles("app"), ...sourceFiles("workers")]
    .filter((file) => /\.server\.ts$|^workers\/.*\.ts$/.test(file))
    .flatMap((file) => {
      const [, ...rest] = readFileSync(path.join(ROOT, file), "utf8").split(/(?<![.\w])fetch\((?=\S+,)/);
      return rest.map((call) => [file, call.slice(0, 400).includes('redirect: "manual"')]);
    });
  // Their hosts: workers/web/security.md.
  expect(calls.sort()).toEqual([
    ["app/adapters/push/push-sender.server.ts", true],
    ["app/services/accounts/sign-up-notice.server.ts", true],
    ["app/services/operations/alarms.server.ts", true],
    ["app/services/seal/sealing.server.ts", true],
  ]);
});
