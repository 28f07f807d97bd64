import { redirect } from "@remix-run/cloudflare";

/** A proof as a file. Not cacheable: it changes with every new head. */
export function proofFile(file: string, { name }: { name: string }): Response {
  return new Response(file, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Redirects to the page that shows when the proof will exist. */
export function proofAwaited(path: string): Response {
  return redirect(path, { status: 303, headers: { "Cache-Control": "no-store" } });
}
