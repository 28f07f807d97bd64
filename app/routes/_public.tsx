import { Outlet, useMatches } from "@remix-run/react";
import { type PageHandle, pageHandle } from "#app/components/frame/page-handle.ts";
import publicCss from "#app/components/frame/public.css?url";
import { PublicShell } from "#app/components/frame/public-shell.tsx";

const isServer = import.meta.env.SSR;

/** The server writes the style into the page. After a client-side redirect the browser loads it before rendering. */
export const handle: PageHandle = { noScripts: true, ...(isServer && { stylesheet: () => publicCss }) };
export const links = () => (isServer ? [] : [{ rel: "stylesheet", href: publicCss }]);

/** Pages without log-in have no framework script and no session data. */
export default function PublicLayout() {
  const { link } = pageHandle(useMatches());
  return (
    <PublicShell link={link}>
      <Outlet />
    </PublicShell>
  );
}
