import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { VENUE_TYPES } from "#app/domain/racing/race.ts";
import { readId } from "#app/http/request-reading.ts";
import {
  changeSampleVisibility,
  createImport,
  getImportProgress,
  receiveFile,
  startImport,
} from "#app/services/imports/imports.server.ts";
import { undoImport } from "#app/services/imports/undo-import.server.ts";
import { toSnake } from "#workers/web/snake-case.ts";
import { type AdminEnv, adminError, readBody, reason, requireLength } from "./admin-env.ts";

const createSchema = z.object({ source: z.enum(["real", "sample"]) });
const undoSchema = z.object({ reason });
const sampleSchema = z.object({ venue_type: z.literal(VENUE_TYPES), hidden: z.boolean() });

const REFUSALS = {
  "unknown-import": [404, "This import does not exist."],
  "not-receiving": [409, "This import was started and takes no more files."],
  "unknown-file": [
    400,
    "The file must be named races.csv, runners.csv or payouts.csv (or the same with .gz), or records.bundle.",
  ],
  "records-of-sample": [400, "Records are real: open the import with source real."],
  "mixed-files": [400, "Records and files of the open CSV format need an import each."],
  "too-many-files": [400, "This import has too many files."],
  "too-large": [413, "The file is larger than 95 MB: pack it with gzip, or send it in parts."],
  "no-files": [409, "This import has no files."],
  "already-ended": [409, "This import was started before."],
  "not-over": [409, "This import has changed nothing, or is not over."],
  "is-undo": [409, "This import takes another one back: import that one's files once more."],
  "not-kept": [409, "What stood before this import is not kept: of files it is for 30 days, of records never."],
  "already-undone": [409, "This import is being taken back, or was."],
} as const;

/** The operator's import protocol; the client is scripts/import/client.ts. */
export function importRoutes(app: Hono<AdminEnv>): void {
  app.post("/admin/api/imports", async (c) => {
    const input = await readBody(c, createSchema, '{"source": "real"} or {"source": "sample"}');
    const { importId } = await createImport(c.env.deps, input);
    return c.json({ import_id: importId }, 201);
  });

  app.put("/admin/api/imports/:id/files/:name{.+}", async (c) => {
    const importId = requireId(c);
    const bytes = requireLength(c);
    const body = c.req.raw.body ?? new Response("").body;
    if (body === null) return adminError(c, 400, "The file is empty.");
    const outcome = await receiveFile(c.env.deps, { importId, name: c.req.param("name"), bytes, body });
    return outcome.kind === "received" ? c.json({ result: "received" }, 201) : refuse(c, outcome.reason);
  });

  app.post("/admin/api/imports/:id/start", async (c) => {
    const importId = requireId(c);
    const outcome = await startImport(c.env.deps, { importId });
    return outcome.kind === "started" ? c.json({ import_id: importId }, 202) : refuse(c, outcome.reason);
  });

  app.post("/admin/api/imports/:id/undo", async (c) => {
    const importId = requireId(c);
    const input = await readBody(c, undoSchema, '{"reason": why}');
    const outcome = await undoImport(c.env.deps, { staff: null, importId, ...input });
    if (outcome.kind === "started") return c.json({ import_id: outcome.undoId }, 202);
    if (outcome.kind === "refused") return refuse(c, outcome.reason);
    const others = outcome.obstacles.map(
      ({ importId: later, races, raceId }) =>
        `${races} races, such as ${raceId}, by ${later === null ? "records" : `import ${later}`}`,
    );
    return adminError(c, 409, `What this import changed has been changed since: ${others.join("; ")}.`);
  });

  app.get("/admin/api/imports/:id", async (c) => {
    const record = await getImportProgress(c.env.deps, { importId: requireId(c) });
    if (record === null) return refuse(c, "unknown-import");
    const { id, files: _, nextChunk: __, chunkCount: ___, dataVersion: ____, beforeParts: _____, ...progress } = record;
    return c.json({ import_id: id, ...toSnake(progress) });
  });

  app.post("/admin/api/sample", async (c) => {
    const expected = '{"venue_type": 1 to 4, "hidden": true or false}';
    const { venue_type: venueType, hidden } = await readBody(c, sampleSchema, expected);
    return c.json(await changeSampleVisibility(c.env.deps, { venueType, hidden }));
  });
}

function requireId(c: Context<AdminEnv>): number {
  const importId = readId(c.req.param("id"));
  const [status, message] = REFUSALS["unknown-import"];
  if (importId === null) throw new HTTPException(status, { message });
  return importId;
}

function refuse(c: Context<AdminEnv>, reason: keyof typeof REFUSALS): Response {
  const [status, detail] = REFUSALS[reason];
  return adminError(c, status, detail);
}
