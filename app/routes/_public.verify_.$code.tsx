import { useForm } from "@conform-to/react";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { VERIFY_META } from "#app/components/seal/seal-links.ts";
import { SealResult } from "#app/components/seal/seal-result.tsx";
import verifyCss from "#app/components/seal/verify.css?url";
import { VerifyPage } from "#app/components/seal/verify-page.tsx";
import type { VerifyForm } from "#app/forms/seal/verify.server.ts";
import script from "../../public/verify.mjs?raw";

export const handle: PageHandle = { ...(import.meta.env.SSR && { stylesheet: () => verifyCss }) };
export const meta: MetaFunction = (args) => pageMeta(args, VERIFY_META);

/** Days of roots that are shown beside a result. */
const RECENT_DAYS = 7;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { code = "" } = params;
  const [view, recent] = await Promise.all([
    context.services.seal.verifyCode({ code }),
    context.services.seal.readRecent({ limit: RECENT_DAYS }),
  ]);
  const status = view.kind === "unknown" ? 404 : 200;
  return data({ view, code, recent, script, contactUrl: context.contactUrl }, status);
}

export default function VerifyCodePage() {
  const { view, ...page } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<VerifyForm>({ id: "proof" });
  return (
    <VerifyPage
      {...page}
      result={
        <div className="stack" role="status">
          <SealResult view={view} />
        </div>
      }
      fileResult={null}
      form={form}
      fields={fields}
    />
  );
}
