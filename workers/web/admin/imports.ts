import { type Context, Hono } from "hono";
import * as z from "zod";
import type { Deps } from "#app/services/deps.server.ts";
import {
  changeSampleVisibility,
  createImport,
  getImportProgress,
  receiveFile,
  startImport,
} from "#app/services/imports.server.ts";

const createSchema = z.object({ source: z.enum(["real", "sample"]) });
const sampleSchema = z.object({ venue_type: z.int().min(1).max(4), hidden: z.boolean() });

const REFUSALS = {
  "unknown-import": [404, "This import does not exist."],
  "not-receiving": [409, "This import was started and takes no more files."],
  "unknown-file": [400, "The file must be named races.csv, runners.csv or payouts.csv (or the same with .gz)."],
  "too-many-files": [400, "This import has too many files."],
  "too-large": [413, "The file is larger than 100 MB: pack it with gzip, or send it in parts."],
  "no-files": [409, "This import has no files."],
  "already-ended": [409, "This import was started before."],
} as const;

/** The operator's import protocol (scripts/import/client.ts speaks it), for the bearer of the admin token only. */
export function createAdminImports(deps: Deps): Hono {
  const app = new Hono();
  // Bugs and outages are the entry's to answer and to log.
  app.onError((error) => {
    throw error;
  });

  app.use(async (c, next) => {
    if (!(await isAdmin(c.req.header("authorization"), deps.config.adminToken)))
      return c.json({ detail: "The admin token is missing or wrong." }, 401, { "www-authenticate": "Bearer" });
    c.header("cache-control", "no-store");
    return next();
  });

  app.post("/admin/imports", async (c) => {
    const input = createSchema.safeParse(await readJson(c));
    if (!input.success) return c.json({ detail: 'The body must be {"source": "real"} or {"source": "sample"}.' }, 400);
    const { importId } = await createImport(deps, input.data);
    return c.json({ import_id: importId }, 201);
  });

  app.put("/admin/imports/:id/files/:name{.+}", async (c) => {
    const importId = readId(c.req.param("id"));
    if (importId === null) return refuse(c, "unknown-import");
    const length = c.req.header("content-length");
    if (length === undefined || !/^\d{1,15}$/.test(length))
      return c.json({ detail: "Content-Length is required." }, 411);
    const body = c.req.raw.body ?? new Response("").body;
    if (body === null) return c.json({ detail: "The file is empty." }, 400);
    const outcome = await receiveFile(deps, { importId, name: c.req.param("name"), bytes: Number(length), body });
    return outcome.kind === "received" ? c.json({ result: "received" }, 201) : refuse(c, outcome.reason);
  });

  app.post("/admin/imports/:id/start", async (c) => {
    const importId = readId(c.req.param("id"));
    if (importId === null) return refuse(c, "unknown-import");
    const outcome = await startImport(deps, { importId });
    return outcome.kind === "started" ? c.json({ import_id: importId }, 202) : refuse(c, outcome.reason);
  });

  app.get("/admin/imports/:id", async (c) => {
    const importId = readId(c.req.param("id"));
    const record = importId === null ? null : await getImportProgress(deps, { importId });
    if (record === null) return refuse(c, "unknown-import");
    return c.json({
      import_id: record.id,
      source: record.source,
      status: record.status,
      progress: record.progress,
      added: record.added,
      changed: record.changed,
      unchanged: record.unchanged,
      skipped: record.skipped,
      errors: record.errors,
      error_count: record.errorCount,
      notices: record.notices,
      notice_count: record.noticeCount,
      created_at: record.createdAt,
      finished_at: record.finishedAt,
    });
  });

  app.post("/admin/sample", async (c) => {
    const input = sampleSchema.safeParse(await readJson(c));
    if (!input.success)
      return c.json({ detail: 'The body must be {"venue_type": 1 to 4, "hidden": true or false}.' }, 400);
    return c.json(await changeSampleVisibility(deps, { venueType: input.data.venue_type, hidden: input.data.hidden }));
  });

  return app;
}

function refuse(c: Context, reason: keyof typeof REFUSALS) {
  const [status, detail] = REFUSALS[reason];
  return c.json({ detail }, status);
}

/** Null for what is no JSON: the schema then refuses it. */
async function readJson(c: Context): Promise<unknown> {
  return c.req.json().catch(() => null);
}

function readId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Compares digests, so that the time taken tells nothing about the token. */
async function isAdmin(authorization: string | undefined, adminToken: string): Promise<boolean> {
  const given = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1];
  if (given === undefined || adminToken === "") return false;
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const [one, other] = [await digest(given), await digest(adminToken)];
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] as number);
  return difference === 0;
}
