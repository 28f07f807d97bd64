import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Source files by the files that they import, of values and types alike. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  return [...text.matchAll(/from\s+"([^"]+)"/g)].flatMap(([, name = ""]) => {
    if (name.startsWith("#")) return [name.slice(1)];
    return name.startsWith(".") ? [path.posix.join(path.posix.dirname(file), name)] : [];
  });
}

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const file = `${folder}/${name}`;
    if (entry.isDirectory()) return sourceFiles(file);
    return /\.tsx?$/.test(name) ? [file] : [];
  });
}

/** What these files import, and what that imports. */
function reachedFrom(files: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const left = [...files];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file) || !/^app\/.*\.tsx?$/.test(file)) continue;
    reached.add(file);
    left.push(...importsOf(file));
  }
  return reached;
}

const ODDS = /^app\/(domain\/jv-data\/odds\/|db\/racing\/odds\.server\.ts)/;

test("nothing that builds features, trains or scores can read stored odds", () => {
  const inputs = [
    ...["features", "learning", "training", "scoring"].flatMap((room) => sourceFiles(`app/domain/${room}`)),
    "app/db/racing/feature-source.server.ts",
    "app/db/analyses/scoring.server.ts",
    "app/db/models/training.server.ts",
  ];
  const reached = reachedFrom(inputs);
  expect(reached.size).toBeGreaterThan(60);
  expect([...reached].filter((file) => ODDS.test(file))).toEqual([]);
  // The table itself, by its name in the schema or in SQL.
  const named = [...reached].filter(
    (file) =>
      !file.startsWith("app/db/schema/") &&
      /\bfrom odds\b|import \{[^}]*\bodds\b[^}]*\} from "#app\/db\/schema/.test(
        readFileSync(path.join(ROOT, file), "utf8"),
      ),
  );
  expect(named).toEqual([]);
});

test("odds are read by who shows them, and written by who applies records", () => {
  const users = [...sourceFiles("app"), ...sourceFiles("workers")].filter((file) =>
    importsOf(file).some((imported) => path.posix.normalize(imported) === "app/db/racing/odds.server.ts"),
  );
  expect(users).toEqual([
    "app/db/analyses/analyses.server.ts",
    "app/db/racing/race-cards.server.ts",
    "app/db/rankings/crowd.server.ts",
    "app/services/jv-data/odds.server.ts",
  ]);
});
