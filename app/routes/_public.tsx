import type { LinksFunction } from "@remix-run/cloudflare";
import { Outlet, useMatches } from "@remix-run/react";
import { type PageHandle, pageHandle } from "#app/components/frame/page-handle.ts";
import publicCss from "#app/components/frame/public.css?url";
import { PublicShell } from "#app/components/frame/public-shell.tsx";

const isServer = import.meta.env.SSR;

/** The server writes the style into the page; after a client-side redirect the browser loads it before rendering. */
export const handle: PageHandle = { noScripts: true, ...(isServer && { stylesheet: () => publicCss }) };
export const links: LinksFunction = () => (isServer ? [] : [{ rel: "stylesheet", href: publicCss }]);

/** Frame of the pages without log-in: no framework script, and no session data in the page. */
export default function PublicLayout() {
  const { link } = pageHandle(useMatches());
  return (
    <PublicShell link={link}>
      <Outlet />
    </PublicShell>
  );
}
