import { redirect } from "@remix-run/cloudflare";
import { fileResponse } from "./file-response.ts";

/** A proof as a file. Not cacheable: it changes with every new head. */
export function sealProofFile(file: string, { name }: { name: string }): Response {
  return fileResponse(file, { name, format: "json" });
}

/** Redirects to the page that shows when the proof will exist. */
export function sealProofAwaited(path: string): Response {
  return redirect(path, { status: 303, headers: { "Cache-Control": "no-store" } });
}
