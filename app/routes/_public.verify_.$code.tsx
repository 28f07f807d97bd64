import { useForm } from "@conform-to/react";
import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { VERIFY_META } from "#app/components/seal/seal-links.ts";
import { SealResult } from "#app/components/seal/seal-result.tsx";
import verifyCss from "#app/components/seal/verify.css?url";
import { VerifyPage } from "#app/components/seal/verify-page.tsx";
import { tooManyChecks } from "#app/components/waiting/wait-words.ts";
import type { VerifyForm } from "#app/forms/seal/verify.server.ts";
import { retryAfter, retryAfterHeaders } from "#app/http/retry-after.ts";
import script from "../../public/verify.mjs?raw";

export const handle: PageHandle = { ...VERIFY_META, ...(import.meta.env.SSR && { stylesheet: () => verifyCss }) };
export const headers = retryAfterHeaders;
export { meta } from "#app/components/frame/page-meta.ts";

const RECENT_DAYS = 7;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { code = "" } = params;
  const { limits, seal } = context.services;
  const page = { code, script, contactUrl: context.contactUrl };
  const taken = await limits.consumePublicCall({ clientAddress: context.clientAddress, door: "verify" });
  if (taken.kind === "refused") {
    const { retryAfterSeconds } = taken;
    const refusal = tooManyChecks(retryAfterSeconds);
    return data(
      { ...page, view: null, refusal, recent: { days: [], witnesses: [], late: [] } },
      { status: 429, headers: retryAfter(retryAfterSeconds) },
    );
  }
  const [view, recent] = await Promise.all([seal.verifyCode({ code }), seal.readRecent({ limit: RECENT_DAYS })]);
  return data({ ...page, view, refusal: null, recent }, view.kind === "unknown" ? 404 : 200);
}

export default function VerifyCodePage() {
  const { view, refusal, ...page } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<VerifyForm>({ id: "proof" });
  return (
    <VerifyPage
      {...page}
      result={
        <div className="stack" role="status">
          {view === null ? <Note tone="warn">{refusal}</Note> : <SealResult view={view} contactUrl={page.contactUrl} />}
        </div>
      }
      fileResult={null}
      form={form}
      fields={fields}
    />
  );
}
