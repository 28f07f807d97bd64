import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type JournalEntry, openJournal } from "#scripts/feed/journal.ts";

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "feed-journal-"));
});
afterEach(() => rm(dir, { recursive: true }));

const entry = (name: string, offset: number, size = offset): JournalEntry => ({
  ...{ path: name, size, mtimeMs: 5, offset, lines: 1, hash: `hash of ${offset}`, tailHash: null, at: 9 },
});

test("the last entry of a file counts, also after a start, which rewrites the journal", async () => {
  const file = path.join(dir, "state/sent.jsonl");
  const journal = await openJournal(file);
  await journal.append([entry("a", 10), entry("b", 20, 30)]);
  await journal.append([entry("a", 15)]);
  await journal.close();
  expect((await readFile(file, "utf8")).trim().split("\n")).toHaveLength(3);

  const again = await openJournal(file);
  expect([...again.entries.values()]).toEqual([entry("a", 15), entry("b", 20, 30)]);
  expect((await readFile(file, "utf8")).trim().split("\n")).toHaveLength(2);
  expect(again.hasContent(15, "hash of 15")).toBe(true);
  expect(again.hasContent(15, "hash of 10")).toBe(false);
  expect(again.hasContent(20, "hash of 20"), "only a part of it was sent").toBe(false);
  await again.close();
});

test("what a kill has cut off, or anything else that is no entry, is left out", async () => {
  const file = path.join(dir, "sent.jsonl");
  const journal = await openJournal(file);
  await journal.append([entry("a", 10)]);
  await journal.close();
  const line = `${JSON.stringify(entry("b", 20))}\n`;
  for (let length = 0; length < line.length - 1; length += 7) {
    await appendFile(file, line.slice(0, length));
    const again = await openJournal(file);
    expect([...again.entries.keys()]).toEqual(["a"]);
    await again.append([entry("a", 10)]);
    await again.close();
  }
  await appendFile(file, line);
  const last = await openJournal(file);
  expect([...last.entries.keys()]).toEqual(["a", "b"]);
  await last.close();
});
