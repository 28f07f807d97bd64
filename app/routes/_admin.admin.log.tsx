import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { AuditTable } from "#app/components/operator/operator-parts.tsx";

export const handle: PageHandle = { title: "操作の記録" };
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.requireStaff(request);
  return { entries: await context.services.console.listActions({}) };
}

export default function LogPage() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <section className="card clip">
      <div className="pad stack">
        <h2>操作の記録</h2>
        <p className="t13 muted">消せません。新しい200件です。</p>
      </div>
      <AuditTable entries={entries} />
    </section>
  );
}
