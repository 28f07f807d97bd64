import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import appCss from "#app/components/frame/app.css?url";
import { AppShell } from "#app/components/frame/app-shell.tsx";
import { errorTitle, Failure, NotFound } from "#app/components/frame/error-pages.tsx";
import { backPath, pageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { PublicShell } from "#app/components/frame/public-shell.tsx";
import { viewerOf } from "#app/components/frame/viewer.ts";
import { useKeeping } from "#app/components/waiting/keeping.ts";
import { isLostAnswer } from "#app/components/waiting/lost-answer.ts";
import type { loader as rootLoader } from "#app/root.tsx";

export const links = stylesheets(appCss);

/** The frame's data. The page's loader requires the user too; the lookup runs once per request. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  return { userId: user.id, viewer: viewerOf(user, context.now()) };
}

export default function AppLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Frame title={errorTitle(error)}>
      {isMissing ? (
        <NotFound homeTo="/home" inFrame />
      ) : (
        <Failure homeTo="/home" requestId={root?.requestId} isNetwork={isLostAnswer(error)} inFrame />
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title?: string; children: ReactNode }) {
  // Undefined if this loader failed, null if it did not run because the page has no action.
  const data = useRouteLoaderData<typeof loader>("routes/_app") ?? undefined;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const handle = pageHandle(useMatches());
  const { pathname } = useLocation();
  useKeeping(data?.userId);
  if (data === undefined) return <PublicShell>{children}</PublicShell>;
  return (
    <AppShell
      viewer={data.viewer}
      links={{ contactUrl: root?.contactUrl ?? null, officialAccountUrl: root?.officialAccountUrl ?? null }}
      title={title ?? handle.title}
      back={handle.back ?? backPath(pathname)}
      hasTabs={handle.hasDock !== true || title !== undefined}
    >
      {children}
    </AppShell>
  );
}
