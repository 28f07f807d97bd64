import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundleHeader, createBundleReader } from "#app/domain/record-bundle.ts";
import { unzip, ZIP_LIMITS } from "#scripts/import/inputs/unzip.ts";
import { bundleRecords } from "#scripts/import/records-door.ts";
import { cp932 } from "./support/cp932.ts";
import { folderOf, prepare, prepareKept } from "./support/prepared-files.ts";
import { zipFile } from "./support/zip-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const RACES = "race_id,date,venue,venue_type,race_num,name\nR1,2026-05-03,東京,1,11,\n";
const RUNNERS = "race_id,horse_num,bracket_num,horse_id,horse_name\nR1,1,1,H1,ウマ\n";
const PAYOUTS = "\ufeffpayout_yen,combination,bet_type,race_id\n240,1,win,R1\n";
/** How a record begins and ends; its fields do not matter here. */
const RECORD = `RA7${"20260503".padEnd(1267, "0")}\r\n`;

test("open CSV is recognised by its header, whatever the file is called, and sent by a name that states its kind", async () => {
  const { names, notices, translate } = await prepare({
    "2026/a.txt": RACES,
    "2026/deep/b": gzipSync(RUNNERS),
    "payouts.csv": PAYOUTS,
    notes: "Nothing to import here.\n",
    "settings.json": '{"a": "b",\n"c": 1}',
    "picture.png": Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
    ".hidden/races.csv": "broken",
  });
  expect(names).toEqual(["2026/a.txt/races.csv", "2026/deep/b/runners.csv", "payouts.csv"]);
  expect(notices).toEqual([
    "skipped notes: is neither open CSV nor records nor a table that a map knows",
    "skipped picture.png: is no text",
    "skipped settings.json: is JSON: convert it to CSV with a header row",
  ]);
  expect(translate({ file: "2026/a.txt/races.csv", line: 2, field: "name", reason: "is odd" }).file).toBe("2026/a.txt");
});

/** The files of a bundle, as text. */
function unbundled(bundle: Uint8Array): Record<string, string> {
  const files: Record<string, string> = {};
  let name = "";
  for (const part of createBundleReader().push(bundle)) {
    if (part.kind === "file") name = part.name;
    if (part.kind === "bytes") files[name] = (files[name] ?? "") + Buffer.from(part.bytes).toString("latin1");
  }
  return files;
}

test("records beside open CSV, plain, in gzip and in a zip, are sent as they are, in one bundle", async () => {
  const entry = RECORD.replace("RA", "SE");
  using prepared = await prepareKept({
    "RA.jvd": RECORD,
    "deep/x.bin": gzipSync(RECORD.repeat(3)),
    "races.csv": RACES,
    "x.zip": zipFile([{ name: "SE.dat", content: utf8(entry.slice(0, -1)) }]),
  });
  expect(prepared.files.map(({ name }) => name)).toEqual(["races.csv"]);
  const bundles = await prepared.bundleRecords();
  expect(bundles.map(({ name }) => name)).toEqual(["1/records.bundle"]);
  const sent = unbundled(gunzipSync(readFileSync(bundles[0]?.path ?? "")));
  expect(sent).toEqual({ "RA.jvd": RECORD, "deep/x.bin": RECORD.repeat(3), "x.zip/SE.dat": entry.slice(0, -1) });
});

test("a file for which a bundle has no room left goes into the next one, whole", async () => {
  using prepared = await prepareKept({
    "1.jvd": RECORD.repeat(2),
    "2.jvd": RECORD.repeat(6),
    "3.gz": gzipSync(RECORD.repeat(6)),
    "4.jvd": RECORD,
  });
  const inputs = readdirSync(prepared.folder)
    .sort()
    .map((name) => ({
      name,
      path: path.join(prepared.folder, name),
      bytes: statSync(path.join(prepared.folder, name)).size,
    }));
  const target = path.join(prepared.folder, "bundles");
  mkdirSync(target);
  // With its header a file of six records takes 8,656 bytes: too much beside another.
  const bundles = await bundleRecords(inputs, target, { packed: 1_000_000, unpacked: 11_000 });
  expect(bundles.map(({ name }) => name)).toEqual(["1/records.bundle", "2/records.bundle", "3/records.bundle"]);
  const sent = bundles.map((bundle) => unbundled(gunzipSync(readFileSync(bundle.path))));
  expect(sent).toEqual([
    { "1.jvd": RECORD.repeat(2) },
    { "2.jvd": RECORD.repeat(6) },
    { "3.gz": RECORD.repeat(6), "4.jvd": RECORD },
  ]);
});

test("records are recognised though the first is broken: the site names its line", async () => {
  const broken = Uint8Array.from([0, 200, 1, ...utf8(`x\r\n\r\n${RECORD}`)]);
  using prepared = await prepareKept({ "a.jvd": `RA7\r\n${RECORD}`, "b.jvd": broken, "c.jvd": `\r\n${RECORD}` });
  expect(prepared.notices).toEqual([]);
  expect(prepared.recordFiles).toBe(3);
});

test("records that grow before they are sent, and damaged gzip, are refused", async () => {
  using growing = await prepareKept({ "a/RA.jvd": RECORD });
  appendFileSync(path.join(growing.folder, "a/RA.jvd"), RECORD);
  await expect(growing.bundleRecords()).rejects.toThrow("a/RA.jvd changed while it was being sent: run this again");
  // Intact as far as it is read to be recognised.
  const noise = Buffer.concat([Buffer.from(RECORD), randomBytes(200_000)]);
  using damaged = await prepareKept({ "RA.gz": gzipSync(noise).subarray(0, -20) });
  await expect(damaged.bundleRecords()).rejects.toThrow("RA.gz: the gzip data is damaged or cut short");
});

test("a bundle is read in the same parts however its bytes are cut", () => {
  const files = fc.array(fc.tuple(fc.string({ maxLength: 20 }), fc.uint8Array({ maxLength: 60 })), { maxLength: 6 });
  fc.assert(
    fc.property(files, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (list, cuts) => {
      const bytes = Buffer.concat(
        list.flatMap(([name, content]) => [Buffer.from(bundleHeader({ name, bytes: content.length })), content]),
      );
      const reader = createBundleReader();
      const read: [string, number[], boolean][] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = cuts[turn % cuts.length] ?? 1;
        for (const part of reader.push(bytes.subarray(at, at + size))) {
          const last = read.at(-1);
          if (part.kind === "file") read.push([part.name, [], false]);
          else if (part.kind === "bytes") last?.[1].push(...part.bytes);
          else if (last !== undefined) last[2] = true;
        }
        at += size;
      }
      expect(read).toEqual(list.map(([name, content]) => [name, [...content], true]));
      expect(reader.isComplete()).toBe(true);
    }),
  );
});

test.each<[string, Record<string, string | Uint8Array>, string]>([
  [
    "nothing of use",
    { notes: "Nothing.\n" },
    "holds no races.csv, runners.csv or payouts.csv (by whatever name), no table",
  ],
  ["a races.csv that is none", { "races.csv": "Nothing.\n" }, "races.csv: is neither open CSV nor records nor a table"],
  ["an empty runners.csv", { "runners.csv": "" }, "runners.csv: the file is empty"],
  [
    "a bomb of line feeds",
    { "runners.csv": gzipSync(Buffer.alloc(50_000_000, "\n")) },
    "runners.csv: the file is empty",
  ],
  [
    "UTF-16",
    { "races.csv": Buffer.from(`\ufeff${RACES}`, "utf16le") },
    "races.csv:1: is UTF-16 text: save it as UTF-8 or Shift_JIS",
  ],
  [
    "a header of mojibake",
    {
      "races.csv": RACES,
      "card.csv": new TextDecoder("shift_jis").decode(utf8("着順,馬番,馬名,性齢,騎手\n1,1,ウマ,牡3,武\n")),
    },
    "card.csv:1: the header is mojibake",
  ],
  [
    "a header of mojibake by way of Windows-1252",
    { "card.csv": new TextDecoder("windows-1252").decode(utf8("着順,馬番,馬名\n1,1,ウマ\n")) },
    "card.csv:1: the header is mojibake",
  ],
  [
    "bytes of no encoding",
    { "races.csv": Buffer.concat([cp932("馬番,馬名\n"), Buffer.from([0xff, 0xfe, 0x80, 0x0a])]) },
    "races.csv: line 2 is neither UTF-8 nor Shift_JIS",
  ],
  [
    "damaged gzip",
    { "races.csv": gzipSync(RACES).subarray(0, -12) },
    "races.csv: the gzip data is damaged or cut short",
  ],
  [
    "a table that lacks a column",
    { "races.csv": "馬番,騎手\n1,武\n" },
    'races.csv: is no table that a map knows: for "',
  ],
])("%s is refused, and says why", async (_what, files, message) => {
  await expect(prepare(files)).rejects.toThrow(message);
});

const OLE2 = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.alloc(504)]);
const WORKBOOK = "is an Excel workbook: save it as CSV";
const entries = (...names: string[]) => zipFile(names.map((name) => ({ name, content: utf8(name) })));
const PAGE = "<table><tr><th>着順</th><th>馬番</th><th>馬名</th></tr></table>";

test.each<[string, string | Uint8Array, string]>([
  ["a workbook", entries("[Content_Types].xml", "xl/workbook.xml"), WORKBOOK],
  [
    "a workbook of another program",
    entries("docProps/app.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml"),
    WORKBOOK,
  ],
  ["a workbook of Excel 97 to 2003", OLE2, WORKBOOK],
  ["a workbook of Excel 5", Uint8Array.from([9, 8, 8, 0, 0, 5, 5, 0]), WORKBOOK],
  ["a workbook of Excel 4", Uint8Array.from([9, 4, 6, 0, 0, 4, 16, 0]), WORKBOOK],
  ["a workbook as XML", '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>', WORKBOOK],
  [
    "a workbook of LibreOffice",
    entries("mimetype", "content.xml"),
    "is a spreadsheet (OpenDocument or Numbers): save it as CSV",
  ],
  ["a text document", entries("[Content_Types].xml", "word/document.xml"), "is a document of an office program"],
  ["a web page", `<html><body>${PAGE}</body></html>`, "is a web page (HTML): open it"],
  [
    "a web page in CP932",
    cp932("\r\n<!-- 成績 --><!-- -->\r\n<!DOCTYPE html>\r\n<title>成績</title>"),
    "is a web page (HTML): open it",
  ],
  ["a web page in UTF-16", Buffer.from(`\ufeff${PAGE}`, "utf16le"), "is a web page (HTML): open it"],
  ["a web page with a mark", `\ufeff<?xml version="1.0"?><HTML>${PAGE}`, "is a web page (HTML): open it"],
  [
    "a web archive",
    `MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=x\r\n\r\n${PAGE}`,
    "is a web page (HTML): open it",
  ],
  ["JSON", '\ufeff [ {"着順": 1, "馬番": 2, "馬名": "ウマ"} ]', "is JSON: convert it to CSV"],
  ["JSON lines", '{"place": 1, "name": "ウマ"}\n{"place": 2, "name": "ネコ"}\n', "is JSON: convert it to CSV"],
  ["XML", '<?xml version="1.0"?><races/>', "is XML: convert it to CSV"],
  ["a PDF", "%PDF-1.7\n%\u00e2\u00e3", "is a PDF, whose tables cannot be read: get the data as CSV"],
  ["a 7z archive", Uint8Array.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]), "is a 7z archive: unpack it yourself"],
  ["a RAR archive", Buffer.from("Rar!\x1a\x07\x01\x00"), "is a RAR archive: unpack it yourself"],
  ["an LZH archive", Buffer.from("\x21\x5d-lh5-\x10\x00\x00", "latin1"), "is an LZH archive: unpack it yourself"],
  [
    "a tar archive in gzip",
    gzipSync(Buffer.concat([Buffer.alloc(257), Buffer.from("ustar\0"), Buffer.alloc(249)])),
    "is a tar archive: unpack it yourself",
  ],
  ["a zip archive in gzip", gzipSync(entries("a")), "is a zip archive: unpack it yourself"],
])("%s is refused by its content, and says what to do", async (_what, content, message) => {
  // By whatever name it is meant to be imported; in a folder beside other files it is left out.
  await expect(prepare({ "races.csv": content })).rejects.toThrow(`races.csv: ${message}`);
  const { names, notices } = await prepare({ "other.csv": content, "races.csv": RACES });
  expect([names, notices]).toEqual([["races.csv"], [expect.stringContaining(`skipped other.csv: ${message}`)]]);
});

test("a workbook in a zip is left out and named, and CSV that only looks like something else is read", async () => {
  const workbook = entries("[Content_Types].xml", "xl/workbook.xml");
  const zip = zipFile([
    { name: "races.csv.txt", content: utf8(RACES) },
    { name: "book.xls", content: workbook },
  ]);
  const { names, notices } = await prepare({ "set.zip": zip });
  expect(names).toEqual(["set.zip/races.csv.txt/races.csv"]);
  expect(notices).toEqual([expect.stringContaining(`skipped set.zip/book.xls: ${WORKBOOK}`)]);
  const header = "[備考],race_id,date,venue,venue_type,race_num,name\n";
  expect((await prepare({ "a.csv": `${header}"{""a"": 1}",R1,2026-05-03,東京,1,11,\n` })).names).toHaveLength(1);
});

test("a zip's entries are recognised like files; names of CP932 are readable", async () => {
  const zip = zipFile([
    { name: "races.csv", content: utf8(RACES) },
    { name: cp932("成績/馬.csv"), content: gzipSync(RUNNERS) },
    { name: "__MACOSX/races.csv", content: utf8("x") },
  ]);
  expect((await prepare({ "set.zip": zip })).names).toEqual(["set.zip/races.csv", "set.zip/成績/馬.csv/runners.csv"]);
});

/** Entry b lies in the bytes of entry a, which are not compressed. */
function entryInsideAnother(): Uint8Array {
  const b = { name: "b", content: utf8(RACES) };
  const a = { name: "a", content: zipFile([b]), isStored: true };
  const offset = Buffer.from(zipFile([a])).indexOf("PK\x03\x04", 4, "latin1");
  return zipFile([a, { ...b, claims: { offset } }]);
}

test.each<[string, Uint8Array, string]>([
  [
    "a checksum that is wrong",
    zipFile([{ name: "a", content: utf8("x"), claims: { checksum: 1 } }]),
    "its checksum is wrong",
  ],
  [
    "a size that is not true",
    zipFile([{ name: "a", content: utf8("x".repeat(99)), claims: { bytes: 9 } }]),
    "the zip archive is damaged",
  ],
  [
    "an encrypted entry",
    zipFile([{ name: "a", content: utf8("x"), claims: { isEncrypted: true } }]),
    "set.zip/a is encrypted: unpack it yourself",
  ],
  ["a cut end", zipFile([{ name: "a", content: utf8("x") }]).subarray(0, -9), "the zip archive is damaged"],
  [
    "a bomb",
    zipFile([{ name: "a", content: Buffer.alloc(20_000_000) }]),
    "set.zip/a is larger than 1000000 bytes when unpacked",
  ],
  [
    "two halves of a bomb",
    zipFile([1, 2].map((n) => ({ name: `${n}`, content: Buffer.alloc(900_000) }))),
    "set.zip is larger than 1500000 bytes when unpacked: unpack it yourself and import the folder",
  ],
  [
    "entries that share their bytes",
    zipFile([
      { name: "a", content: utf8(RACES) },
      { name: "b", content: utf8(RACES), claims: { offset: 0 } },
    ]),
    "set.zip: the zip archive is damaged (its entries a and b overlap)",
  ],
  ["an entry inside another one", entryInsideAnother(), "its entries a and b overlap"],
])("an archive with %s is refused", async (_what, bytes, message) => {
  using made = folderOf({ "set.zip": bytes, "out/none": "" });
  const limits = { ...ZIP_LIMITS, entries: 3, entryBytes: 1_000_000, totalBytes: 1_500_000 };
  const file = { path: path.join(made.folder, "set.zip"), name: "set.zip" };
  await expect(unzip(file, path.join(made.folder, "out"), limits)).rejects.toThrow(message);
});

test("an entry's path leads nowhere: all lie in the folder given, under names of our own", async () => {
  const names = ["../../evil.csv", "/etc/evil.csv", "C:\\evil.csv", "a/../../../evil.csv"];
  using made = folderOf({ "set.zip": zipFile(names.map((name) => ({ name, content: utf8("x") }))) });
  const folder = path.join(made.folder, "in", "out");
  mkdirSync(folder, { recursive: true });
  const entries = await unzip({ path: path.join(made.folder, "set.zip"), name: "set.zip" }, folder);
  expect(entries.map(({ path: at }) => path.dirname(at))).toEqual(names.map(() => folder));
  expect(readdirSync(made.folder, { recursive: true }).filter((name) => String(name).includes("evil"))).toEqual([]);
});
