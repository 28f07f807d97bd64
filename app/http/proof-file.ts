import { redirect } from "@remix-run/cloudflare";

/** A proof as a file to save. It grows with the day's last head, so nobody keeps it. */
export function proofFile(file: string, { name }: { name: string }): Response {
  return new Response(file, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Where to read when a proof will be there. */
export function proofAwaited(path: string): Response {
  return redirect(path, { status: 303, headers: { "Cache-Control": "no-store" } });
}
