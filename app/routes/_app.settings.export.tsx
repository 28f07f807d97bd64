import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/** The personal data stored about the user, as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const document = await context.services.accounts.exportPersonalData({ user });
  return new Response(JSON.stringify(document, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="personal-data.json"',
      "Cache-Control": "no-store",
    },
  });
}
