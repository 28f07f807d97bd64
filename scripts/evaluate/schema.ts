import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");

/** Applies all migrations to an empty database, as one statement: a batch takes twice the processor time. */
export async function createSchema(d1: D1Database): Promise<void> {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const files = names.sort().map((name) => readFileSync(path.join(MIGRATIONS, name), "utf8"));
  await d1.prepare(files.join(";\n")).run();
}
