import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const FRONT = "README.md";
const MOST_WORDS = { front: 1200, room: 400 };
const MOST_WORDS_A_SENTENCE = 17;
const MOST_CHARACTERS_A_LINE = 120;
const MOST_COMMENT_SHARE = 0.08;

function tracked(...patterns: string[]): string[] {
  return execFileSync("git", ["ls-files", ...patterns], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
/** A dash or a sign of a table alone is no word. */
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const READMES = tracked("README.md", "*/README.md").map((file) => ({ file, text: read(file) }));

/** Lines of prose: neither tables, headings, nor code. */
function proseLines(text: string): string[] {
  return text
    .replace(/^```.*?^```/gms, "")
    .split("\n")
    .filter((line) => !/^\s*[|#]/.test(line));
}

/** A list's items and paragraphs end sentences too. */
function sentencesOf(text: string): string[] {
  return proseLines(text)
    .join("\n")
    .split(/(?<=[.!?:;])\s+|\n\s*\n|\n\s*(?:[-*]|\d+\.) /)
    .filter((sentence) => countWords(sentence) > 0);
}

test("a room's README has at most 400 words, the front one 1,200", () => {
  const long = READMES.map(({ file, text }) => ({ file, words: countWords(text) }));
  expect(long.filter(({ file, words }) => words > (file === FRONT ? MOST_WORDS.front : MOST_WORDS.room))).toEqual([]);
});

test("sentences of a README have at most 17 words on average, and lines at most 120 characters", () => {
  const averages = READMES.map(({ file, text }) => {
    const counts = sentencesOf(text).map(countWords);
    return { file, average: counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length) };
  });
  expect(averages.filter(({ average }) => average > MOST_WORDS_A_SENTENCE)).toEqual([]);
  const lines = READMES.flatMap(({ file, text }) => text.split("\n").map((line) => ({ file, line })));
  const isLong = ({ line }: { line: string }) =>
    line.length > MOST_CHARACTERS_A_LINE && !line.trimStart().startsWith("|");
  expect(lines.filter(isLong)).toEqual([]);
});

/** A line that is a comment or part of one, with its text. */
const COMMENT_LINE = /^\s*(?:\{?\/\*+|\*|\/\/)\s?(.*)$/;
/** It stands at the beginning of a comment, or after the end of a sentence. */
const BEGINS_WITH_OF = /(?:^|[.:;] |@returns )Of\b/;

test("comments are at most 8 % of the lines, and none of their sentences begins with “Of”", () => {
  const shares: Record<string, number> = {};
  const offences: string[] = [];
  for (const room of ["app", "workers", "scripts", "test"]) {
    let all = 0;
    let comments = 0;
    for (const file of tracked(room).filter((name) => /\.(tsx?|mjs|js)$/.test(name))) {
      for (const [index, line] of read(file).split("\n").entries()) {
        const text = COMMENT_LINE.exec(line)?.[1];
        all += 1;
        comments += text === undefined ? 0 : 1;
        if (text !== undefined && BEGINS_WITH_OF.test(text)) offences.push(`${file}:${index + 1}`);
      }
    }
    shares[room] = comments / all;
  }
  expect(offences).toEqual([]);
  expect(Object.entries(shares).filter(([, share]) => share > MOST_COMMENT_SHARE)).toEqual([]);
});
