import { getCollectionProps, getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldError } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { tooManyReports } from "#app/components/waiting/wait-words.ts";
import {
  REPORT_REASON_NAMES,
  type ReportReason,
  readReportedPath,
  reportedPath,
} from "#app/domain/operations/reports.ts";
import { type ReportForm, reportSchema } from "#app/forms/operator/report.server.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";
import { retryAfterHeaders } from "#app/http/retry-after.ts";

export const handle: PageHandle = {
  title: "ページの報告",
  description: "公開されたページの問題を運営に知らせます。",
  isShort: true,
};
export { meta } from "#app/components/frame/page-meta.ts";
export const headers = retryAfterHeaders;

const REASONS = Object.keys(REPORT_REASON_NAMES) as ReportReason[];

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const path = query.get("page");
  if (path === null) return { page: null, isDone: query.get("done") === "1" };
  const reported = readReportedPath(path);
  if (reported === null) throw new Response(null, { status: 404 });
  return { page: reportedPath(reported.kind, reported.code), isDone: false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: reportSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { page, reason } = submission.value;
  const { clientAddress } = context;
  const result = await context.services.sharing.report({ clientAddress, ...page, reason });
  if (result.kind === "reported") return redirect("/share/report?done=1", 303);
  return refuseForm(submission, result, { "too-many": { status: 429, form: tooManyReports } });
}

export default function ReportPage() {
  const { page, isDone } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, { reason }] = useForm<ReportForm>({ id: "report", lastResult });
  if (page === null && !isDone) {
    return (
      <>
        <h1 className="lead">ページの報告</h1>
        <p className="muted">問題のあるページの「このページを報告する」から送れます。</p>
      </>
    );
  }
  if (page === null) {
    return (
      <>
        <h1 className="lead">報告を受け付けました</h1>
        <Note tone="turf">運営が内容を確かめます。返事は送りません。</Note>
      </>
    );
  }
  return (
    <>
      <h1 className="lead">ページの報告</h1>
      <form {...getFormProps(form)} className="card pad stack" method="post" action={`/share/report?page=${page}`}>
        <p className="t14 muted">
          対象 <a href={page}>{page}</a>
          <br />
          だれが報告したかは残しません。
        </p>
        <FormErrors form={form} />
        <input type="hidden" name="page" value={page} />
        <fieldset className="field">
          <legend>何が問題ですか</legend>
          {getCollectionProps(reason, { type: "radio", options: REASONS }).map(({ key, ...input }) => (
            <label className="check" key={key}>
              <input {...input} />
              <span>{REPORT_REASON_NAMES[input.value as ReportReason]}</span>
            </label>
          ))}
          <FieldError id={reason.errorId} errors={reason.errors} />
        </fieldset>
        <div className="btns">
          <Button tone="primary">報告する</Button>
        </div>
      </form>
    </>
  );
}
