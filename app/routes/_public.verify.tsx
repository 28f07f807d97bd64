import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { VERIFY_META, verifyPath } from "#app/components/seal/seal-links.ts";
import { SealResult } from "#app/components/seal/seal-result.tsx";
import verifyCss from "#app/components/seal/verify.css?url";
import { VerifyPage } from "#app/components/seal/verify-page.tsx";
import { tooManyChecks } from "#app/components/waiting/wait-words.ts";
import { readSealProofText, type VerifyForm, verifyFormSchema } from "#app/forms/seal/verify.server.ts";
import { readForm } from "#app/http/request-reading.ts";
import { retryAfter, retryAfterHeaders } from "#app/http/retry-after.ts";
import script from "../../public/verify.mjs?raw";

export const handle: PageHandle = { ...VERIFY_META, ...(import.meta.env.SSR && { stylesheet: () => verifyCss }) };
/** Cached as long as /roots.json, but never a reader's own result. */
export const headers: HeadersFunction = (args) => {
  const waiting = new Headers(retryAfterHeaders(args));
  const kept = args.actionHeaders.get("Cache-Control") ?? args.loaderHeaders.get("Cache-Control");
  if (kept !== null) waiting.set("Cache-Control", kept);
  return waiting;
};
export { meta } from "#app/components/frame/page-meta.ts";

const NOT_KEPT = { "Cache-Control": "no-store" };

const RECENT_DAYS = 14;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get("code")?.trim();
  if (code) return redirect(verifyPath(code), 303);
  const recent = await context.services.seal.readRecent({ limit: RECENT_DAYS });
  return data(
    { recent, script, contactUrl: context.contactUrl },
    { headers: { "Cache-Control": "public, max-age=30" } },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: verifyFormSchema });
  const text = submission.status === "success" ? await readSealProofText(submission.value) : null;
  if (submission.status !== "success" || text === null) {
    const formErrors = submission.status === "success" ? ["証明ファイルを選ぶか、中身を貼り付けてください"] : [];
    return data({ reply: submission.reply({ formErrors }), view: null }, { status: 400, headers: NOT_KEPT });
  }
  const { limits, seal } = context.services;
  const taken = await limits.consumePublicCall({ clientAddress: context.clientAddress, door: "verify" });
  if (taken.kind === "refused") {
    const { retryAfterSeconds } = taken;
    const headers = { ...NOT_KEPT, ...retryAfter(retryAfterSeconds) };
    const reply = submission.reply({ formErrors: [tooManyChecks(retryAfterSeconds)] });
    return data({ reply, view: null }, { status: 429, headers });
  }
  const view = await seal.verifyFile({ text });
  const status = view.kind === "whole" ? 200 : 400;
  return data({ reply: submission.reply(), view }, { status, headers: NOT_KEPT });
}

export default function VerifyIndexPage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<VerifyForm>({ id: "proof", lastResult: answer?.reply });
  const view = answer?.view ?? null;
  return (
    <VerifyPage
      {...page}
      code=""
      result={null}
      fileResult={
        view !== null && (
          <div className="stack" role="status">
            <SealResult view={view} contactUrl={page.contactUrl} />
          </div>
        )
      }
      form={form}
      fields={fields}
    />
  );
}
