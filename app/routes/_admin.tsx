import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useMatches } from "@remix-run/react";
import appCss from "#app/components/frame/app.css?url";
import { type PageHandle, pageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import operatorCss from "#app/components/operator/operator.css?url";
import { OperatorShell } from "#app/components/operator/operator-shell.tsx";

export const handle: PageHandle = { noScripts: true, stylesheet: () => appCss };
export const links = stylesheets(operatorCss);

export async function loader({ context, request }: LoaderFunctionArgs) {
  return { staffName: (await context.requireStaff(request)).name };
}

export default function ConsoleLayout() {
  const { staffName } = useLoaderData<typeof loader>();
  const { title } = pageHandle(useMatches());
  return (
    <OperatorShell staffName={staffName} title={title}>
      <Outlet />
    </OperatorShell>
  );
}
