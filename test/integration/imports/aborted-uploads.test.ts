import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { csv, filesOf, smallSet } from "#test/integration/support/imports/import-set.ts";
import { createImportSite, openImportSite } from "#test/integration/support/imports/import-site.ts";
import { isWhole, LONG_MS } from "#test/unit/support/fuzz.ts";

/** Uploads of race data that break off: nothing of them is stored as a row, and sent again they are as if it was the first time. */

const site = openImportSite();

const TENTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** In `npm test` the beginning, the middle and the last byte. */
const POINTS = isWhole ? TENTHS : [0, 5, 9];
/** The sweep gives up an import after this time. */
const TWO_DAYS = 2 * 86_400;

const set = filesOf(smallSet());
const ROWS = Object.values(smallSet()).flat().length;
const races = Buffer.from(csv(smallSet().races));

/** Bytes of a file that are sent: none, tenths of it, and all but one. */
const lengthAt = (tenths: number, bytes: number) => (tenths === 9 ? bytes - 1 : Math.floor((bytes * tenths) / 10));

async function openImport(): Promise<number> {
  const { json } = await site.call<{ import_id: number }>("POST", "/admin/api/imports", { body: { source: "real" } });
  return json.import_id;
}

/** A connection that has sent the head of a PUT. */
async function beginUpload(importId: number, { name = "races.csv", length }: { name?: string; length: number }) {
  const { hostname, port } = new URL(site.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const answer = answerOf(socket);
  await write(
    socket,
    [
      `PUT /admin/api/imports/${importId}/files/${name} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${site.token}`,
      `Content-Length: ${length}`,
      "Connection: close",
      "\r\n",
    ].join("\r\n"),
  );
  return { socket, answer };
}

const write = (socket: Socket, bytes: string | Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

/** The status of the response; null if the connection ends without one. */
function answerOf(socket: Socket): Promise<number | null> {
  let text = "";
  socket.on("data", (bytes: Buffer) => {
    text += bytes.toString("latin1");
  });
  // A reset is how a connection may end.
  socket.on("error", () => {});
  return new Promise((resolve) => {
    socket.once("close", () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve(status === undefined ? null : Number(status));
    });
  });
}

const rows = async () => (await site.state()).racing;
const NOTHING = { races: [], runners: [], payouts: [], facts: [] };

/** The aborted upload left the import unchanged: it accepts all files, and ends like an undisturbed one. */
async function expectCleanRetry(importId: number): Promise<void> {
  expect(await rows()).toMatchObject(NOTHING);
  for (const [name, content] of Object.entries(set)) {
    const { status } = await site.call("PUT", `/admin/api/imports/${importId}/files/${name}`, {
      body: Buffer.from(content),
    });
    expect(status).toBe(201);
  }
  expect((await site.call("POST", `/admin/api/imports/${importId}/start`)).status).toBe(202);
  expect(await site.run({ importId })).toMatchObject({ status: "done", error_count: 0, added: ROWS, changed: 0 });
  const { stored, racing } = await site.state();
  expect(stored).toEqual([]);
  expect(withoutVersions(racing)).toEqual(await undisturbed());
}

/** Versions rise with each import, also with one that was refused. */
function withoutVersions({ facts: _, ...tables }: Record<string, Record<string, unknown>[]>) {
  const isVersion = (column: string) => /version|import|_at$/.test(column);
  return Object.entries(tables).map(([table, found]) => [
    table,
    found.map((row) => Object.entries(row).filter(([column]) => !isVersion(column))),
  ]);
}

let reference: Promise<unknown> | undefined;
/** What the same files leave without anything breaking off. */
function undisturbed(): Promise<unknown> {
  reference ??= (async () => {
    await using other = await createImportSite();
    await other.importSet(set);
    return withoutVersions((await other.state()).racing);
  })();
  return reference;
}

test.each(POINTS)(
  "a connection that is lost after %i tenths of a file leaves no row and no file, and the file can be sent again",
  async (tenths) => {
    const importId = await openImport();
    const { socket, answer } = await beginUpload(importId, { length: races.length });
    await write(socket, races.subarray(0, lengthAt(tenths, races.length)));
    socket.destroy();
    expect(await answer).toBeNull();
    expect((await site.call("POST", `/admin/api/imports/${importId}/start`)).status).toBe(409);
    await expectCleanRetry(importId);
  },
  LONG_MS,
);

test("what an import was sent before it was given up is removed after two days", async () => {
  const importId = await openImport();
  expect((await site.call("PUT", `/admin/api/imports/${importId}/files/races.csv`, { body: races })).status).toBe(201);
  const { socket, answer } = await beginUpload(importId, { name: "runners.csv", length: 1000 });
  await write(socket, "race_id");
  socket.destroy();
  await answer;
  expect((await site.state()).stored).toHaveLength(1);
  await site.call("POST", "/test/sweep", { clockAhead: TWO_DAYS });
  expect((await site.state()).stored).toEqual([]);
  expect(await rows()).toMatchObject(NOTHING);
});
