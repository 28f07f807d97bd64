import { useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { BannerCard } from "#app/components/operator/banner-parts.tsx";
import {
  AlarmRows,
  FeedAges,
  LostJobs,
  MailAndPayments,
  RankingState,
  Sizes,
} from "#app/components/operator/state-figures.tsx";
import {
  ConcernList,
  FailedJobs,
  ImportRows,
  JobTable,
  StateCard,
  StateCells,
} from "#app/components/operator/state-parts.tsx";
import { DoneNote } from "#app/components/parts/parts.tsx";
import { type RerunForm, rerunSchema } from "#app/forms/operator/console.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "状態" };
export { meta } from "#app/components/frame/page-meta.ts";

const SHOWN_IMPORTS = 5;
const DONE = { rerun: "ジョブをもう一度待ちに入れました" };
const NOT_AGAIN = "このジョブは再実行できません。もう動いているか、終わっています";

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.requireStaff(request);
  const { console } = context.services;
  const [status, alarms, banner] = await Promise.all([
    console.readStatus(),
    console.listAlarms(),
    console.readSiteBanner(),
  ]);
  return { status, alarms, banner, done: doneWords(DONE, request), constraint: getZodConstraint(rerunSchema) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await context.requireStaff(request);
  const submission = parseWithZod(await readForm(request), { schema: rerunSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { job, reason } = submission.value;
  const result = await context.services.console.rerunJob({ staff, jobId: job, reason });
  if (result.kind === "queued") return redirect("/admin?done=rerun", 303);
  return refuseForm(submission, result, { "not-again": { status: 400, form: NOT_AGAIN } });
}

export default function StatePage() {
  const { status, alarms, banner, done, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<RerunForm>({ id: "rerun", lastResult, constraint });
  return (
    <>
      <FormErrors form={form} />
      {lastResult === undefined && <DoneNote>{done}</DoneNote>}
      <StateCard status={status} />
      <ConcernList concerns={status.concerns} />
      <BannerCard banner={banner} />
      <StateCells status={status} />
      <div className="duo">
        <FeedAges {...status} />
        <section className="card clip">
          <div className="pad head tight">
            <h3>最近の取り込み</h3>
            <a href="/admin/imports">すべて</a>
          </div>
          <ImportRows imports={status.imports.slice(0, SHOWN_IMPORTS)} />
        </section>
      </div>
      <JobTable jobs={status.jobs} concerns={status.concerns} />
      <FailedJobs failed={status.failed} form={form} reason={fields.reason} />
      <div className="duo">
        <Sizes {...status} />
        <MailAndPayments {...status} />
      </div>
      <div className="duo">
        <RankingState {...status} />
        <LostJobs {...status} />
      </div>
      <AlarmRows alarms={alarms} />
      <p>
        <a className="tapl" href="/admin/reports">
          公開ページの報告
        </a>
      </p>
    </>
  );
}
