import { useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { ReasonField } from "#app/components/operator/operator-parts.tsx";
import { formatInstant } from "#app/components/operator/operator-words.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote } from "#app/components/parts/parts.tsx";
import { REPORT_REASON_NAMES } from "#app/domain/operations/reports.ts";
import { type CloseReportForm, closeReportSchema } from "#app/forms/operator/report.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "報告" };
export { meta } from "#app/components/frame/page-meta.ts";

const DONE = { closed: "報告を閉じました" };

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.requireStaff(request);
  const reports = await context.services.console.listReports();
  return { reports, done: doneWords(DONE, request), constraint: getZodConstraint(closeReportSchema) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await context.requireStaff(request);
  const submission = parseWithZod(await readForm(request), { schema: closeReportSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { kind, subject, report, reason } = submission.value;
  const key = { kind, subjectId: subject, reason: report };
  const result = await context.services.console.closeReport({ staff, ...key, words: reason });
  if (result.kind === "closed") return redirect("/admin/reports?done=closed", 303);
  return refuseForm(submission, result, { "not-open": { status: 400, form: "この報告はもう閉じています" } });
}

export default function ReportsPage() {
  const { reports, done, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<CloseReportForm>({ id: "close-report", lastResult, constraint });
  return (
    <>
      <FormErrors form={form} />
      {lastResult === undefined && <DoneNote>{done}</DoneNote>}
      {reports.length === 0 && <p className="card pad t14 muted">開いている報告はありません。</p>}
      {reports.map(({ kind, subjectId, reason, times, lastAt, ownerId, path }) => (
        <form key={`${path} ${reason}`} className="card pad stack" method="post" action="/admin/reports">
          <h2 className="t14">
            {REPORT_REASON_NAMES[reason]}　{times}件
          </h2>
          <p className="t13 muted">
            {formatInstant(lastAt)}　<a href={path}>{path}</a>
            {ownerId !== null && <a href={`/admin/users?user=${ownerId}`}>作成した利用者</a>}
          </p>
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="subject" value={subjectId} />
          <input type="hidden" name="report" value={reason} />
          <ReasonField meta={fields.reason} />
          <div className="btns">
            <Button>報告を閉じる</Button>
          </div>
        </form>
      ))}
    </>
  );
}
