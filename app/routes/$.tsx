import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import appCss from "#app/components/frame/app.css?url";
import { AppShell } from "#app/components/frame/app-shell.tsx";
import { MISSING_TEXT, MISSING_TITLE, NotFound } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import publicCss from "#app/components/frame/public.css?url";
import { PublicShell } from "#app/components/frame/public-shell.tsx";
import { viewerOf } from "#app/components/frame/viewer.ts";
import type { loader as rootLoader } from "#app/root.tsx";

/** Visitors see it too, so it loads no script. */
export const handle: PageHandle = {
  title: MISSING_TITLE,
  description: MISSING_TEXT,
  noScripts: true,
  stylesheet: (data) => (isSeenInside(data) ? appCss : publicCss),
};
export { meta } from "#app/components/frame/page-meta.ts";

function isSeenInside(data: unknown): boolean {
  return (data as Awaited<ReturnType<typeof loader>>["data"] | undefined)?.viewer != null;
}

/** Any URL without a route, and /404: in the app's frame with a valid session, else in the public one. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const token = context.sessionToken(request);
  const user = token === null ? null : await context.attempt(() => context.services.auth.findSessionUser({ token }));
  return data({ viewer: user === null ? null : viewerOf(user, context.now()) }, { status: 404 });
}

export default function UnknownPage() {
  const { viewer } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (viewer === null) {
    return (
      <PublicShell>
        <NotFound homeTo="/" />
      </PublicShell>
    );
  }
  return (
    <AppShell
      viewer={viewer}
      links={{ contactUrl: root?.contactUrl ?? null, officialAccountUrl: root?.officialAccountUrl ?? null }}
      title={MISSING_TITLE}
      back="/home"
    >
      <NotFound homeTo="/home" inFrame />
    </AppShell>
  );
}
