import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Rows of the specification cite its sections by design. */
const EXCEPTED = new Set(["test/specification", "test/unit/house/citations.test.ts"]);

const TEXT_FILE = /\.(tsx?|m?js|css|json|sql|toml|md)$/;

/** Sections of a document (except RFCs, which anybody can look up), "the spec", and paths of design drafts. */
const CITATION = /(?<!RFC \d+ )§|\b[Tt]he spec\b|\b[Ss]pec's\b|\bmock\d?\//;
const DOCUMENT = /[\w./-]*\w\.md\b/g;

function textFiles(at: string): string[] {
  if (EXCEPTED.has(at)) return [];
  const entries = readdirSync(path.join(ROOT, at), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const file = `${at}/${entry.name}`;
    if (entry.isDirectory()) return textFiles(file);
    return TEXT_FILE.test(file) && !EXCEPTED.has(file) ? [file] : [];
  });
}

const FILES = [...["app", "workers", "scripts", "test", "migrations"].flatMap(textFiles), "README.md"];

/** File and line number of every line for which `isOffence` holds. */
function offences(isOffence: (line: string, file: string) => boolean): string[] {
  return FILES.flatMap((file) =>
    readFileSync(path.join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (isOffence(line, file) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}

test("no comment and no README cites a section of a document that a clone does not have", () => {
  expect(offences((line) => CITATION.test(line))).toEqual([]);
});

test("every document that a file names exists in the repository, beside the file or by its path from the root", () => {
  const isMissing = (name: string, file: string) =>
    ![path.dirname(file), "."].some((folder) => existsSync(path.join(ROOT, folder, name)));
  expect(offences((line, file) => (line.match(DOCUMENT) ?? []).some((name) => isMissing(name, file)))).toEqual([]);
});
