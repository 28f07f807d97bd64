import type { LinksFunction } from "@remix-run/cloudflare";
import { Outlet, useMatches } from "@remix-run/react";
import { type PageHandle, pageHandle } from "#app/components/page-handle.ts";
import { PublicShell } from "#app/components/public-shell.tsx";
import publicCss from "#app/components/styles/public.css?url";

export const handle: PageHandle = { noScripts: true };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: publicCss }];

/** Frame of the pages without log-in: no framework script, and nothing of the session in the page. */
export default function PublicLayout() {
  const { link } = pageHandle(useMatches());
  return (
    <PublicShell link={link}>
      <Outlet />
    </PublicShell>
  );
}
