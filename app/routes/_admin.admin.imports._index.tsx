import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { ImportRows } from "#app/components/operator/state-parts.tsx";

export const handle: PageHandle = { title: "取り込み" };
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.requireStaff(request);
  return { imports: await context.services.console.listImports() };
}

export default function ImportsPage() {
  const { imports } = useLoaderData<typeof loader>();
  return (
    <section className="card clip">
      <div className="pad stack">
        <h2>新しい取り込み</h2>
        <p className="t13 muted">新しい50件です。取り込みは npm run import か npm run feed で始めます。</p>
      </div>
      <ImportRows imports={imports} />
    </section>
  );
}
