import { createReadStream } from "node:fs";
import http from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import { CHANGED, ImportRefusal } from "./refusal.ts";

const ATTEMPTS_TO_FOLLOW = 30;
export interface ImportProgress {
  import_id: number;
  source: "real" | "sample";
  status: "receiving" | "queued" | "validating" | "applying" | "done" | "refused" | "failed";
  progress: number;
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  kept_aside: number;
  errors: ImportError[];
  error_count: number;
  notices: string[];
  notice_count: number;
}

export interface Site {
  url: string;
  token: string;
}

export interface LocalFile {
  path: string;
  name: string;
  bytes: number;
}

/**
 * Sends files to a running site and polls until the import has ended.
 * @param onProgress called with `sending` and the share of bytes sent, then with the site's step
 * @throws ImportRefusal if the site is unreachable, or refuses the token or a file
 */
export async function importFiles(
  site: Site,
  { source, files }: { source: "real" | "sample"; files: readonly LocalFile[] },
  onProgress: (step: "sending" | ImportProgress["status"], share: number) => void = () => undefined,
): Promise<ImportProgress> {
  const created = await callSite(site, "POST", "/admin/api/imports", JSON.stringify({ source }));
  const importPath = `/admin/api/imports/${(created as { import_id: number }).import_id}`;
  const total = files.reduce((sum, file) => sum + file.bytes, 1);
  let sent = 0;
  for (const file of files) {
    const name = file.name.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
    await sendFile(site, `${importPath}/files/${name.map(encodeURIComponent).join("/")}`, file, (bytes) => {
      sent += bytes;
      onProgress("sending", sent / total);
    });
  }
  await callSite(site, "POST", `${importPath}/start`);
  return followImport(site, (created as { import_id: number }).import_id, onProgress);
}

export async function followImport(
  site: Site,
  importId: number,
  onProgress: (step: ImportProgress["status"], share: number) => void = () => undefined,
): Promise<ImportProgress> {
  const importPath = `/admin/api/imports/${importId}`;
  for (let waitMs = 100; ; waitMs = Math.min(500, waitMs * 1.5)) {
    const progress = await follow(site, importPath);
    onProgress(progress.status, progress.progress);
    if (progress.status === "done" || progress.status === "refused" || progress.status === "failed") return progress;
    await sleep(waitMs);
  }
}

/** Retries while the site is unreachable, because an import continues when the site is busy or restarts. */
async function follow(site: Site, importPath: string): Promise<ImportProgress> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await callSite(site, "GET", importPath)) as ImportProgress;
    } catch (error) {
      if (!(error instanceof ImportRefusal && error.isUnreachable) || attempt === ATTEMPTS_TO_FOLLOW) throw error;
      await sleep(1000);
    }
  }
}

/** Calls the admin API. @returns the JSON response. @throws ImportRefusal if it is refused or the site is unreachable */
export async function callSite(site: Site, method: string, pathname: string, body?: string): Promise<unknown> {
  const response = await fetch(new URL(pathname, site.url), {
    method,
    headers: {
      authorization: `Bearer ${site.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    throw unreachable(site, error);
  });
  return readAnswer(site, response.status, await response.text());
}

/** Uses node:http, because fetch would send a stream without Content-Length. */
function sendFile(site: Site, pathname: string, file: LocalFile, onSent: (bytes: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const url = new URL(pathname, site.url);
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${site.token}`,
        "content-type": "application/octet-stream",
        "content-length": file.bytes,
      },
    });
    const content = createReadStream(file.path);
    request.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        content.destroy();
        try {
          resolve(readAnswer(site, response.statusCode ?? 0, Buffer.concat(parts).toString("utf8")));
        } catch (error) {
          reject(error);
        }
      });
    });
    request.on("error", (error) => reject(unreachable(site, error)));
    let sent = 0;
    const giveUp = (reason: string) => {
      request.destroy();
      reject(new ImportRefusal(`${file.name} ${reason}`));
    };
    content.on("error", (error) => giveUp(`cannot be read: ${error.message}`));
    content.on("data", (part) => {
      sent += part.length;
      // Sent to its end, a file that still grows would be stored cut short.
      if (sent > file.bytes) giveUp(CHANGED);
      else onSent(part.length);
    });
    content.on("end", () => {
      if (sent < file.bytes) giveUp(CHANGED);
    });
    content.pipe(request);
  });
}

function readAnswer(site: Site, status: number, text: string): unknown {
  if (status >= 200 && status < 300) return parseJson(text);
  throw new ImportRefusal(describeAnswer(site, status, text), { status });
}

export function describeAnswer({ url }: Site, status: number, text: string): string {
  if (status === 401) return `${url} does not accept this admin token (--token, or ADMIN_TOKEN in .dev.vars)`;
  const json = parseJson(text) as { detail?: unknown } | null;
  const detail = typeof json?.detail === "string" ? json.detail : text.slice(0, 200).replaceAll(/\s+/g, " ");
  return `${url} responded with ${status}: ${detail}`;
}

/** Null for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function describeUnreachable({ url }: Site, error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return `${url} cannot be reached (${typeof code === "string" ? code : (message ?? cause)})`;
}

function unreachable(site: Site, error: unknown): ImportRefusal {
  return new ImportRefusal(`${describeUnreachable(site, error)}: is the site running?`, { isUnreachable: true });
}
