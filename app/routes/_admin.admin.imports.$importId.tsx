import { useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { ImportCounts, ImportFiles, ImportNotices, RefusedRows } from "#app/components/operator/import-parts.tsx";
import { AuditTable, Lamp } from "#app/components/operator/operator-parts.tsx";
import { formatInstant, importState } from "#app/components/operator/operator-words.ts";
import { ConfirmUndo, UndoSection } from "#app/components/operator/undo-parts.tsx";
import { DoneNote, Progress } from "#app/components/parts/parts.tsx";
import { type UndoForm, undoSchema } from "#app/forms/operator/console.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

const DONE = { undo: "取り消しを始めました。進みはこのページで見られます" };
const NOT_UNDONE = "取り消せませんでした。理由は下の「取り消し」にあります";

const titleOf = (data: unknown) =>
  `取り込み ${(data as Awaited<ReturnType<typeof loader>> | undefined)?.record.id ?? ""}`;

export const handle: PageHandle = { title: titleOf };
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.requireStaff(request);
  const importId = readId(params.importId);
  const record = importId === null ? null : await context.services.console.readImport({ importId });
  if (record === null) throw new Response(null, { status: 404 });
  const [undo, entries] = await Promise.all([
    context.services.console.previewUndo({ importId: record.id }),
    context.services.console.listActions({ subject: `import:${record.id}` }),
  ]);
  return { record, undo, entries, done: doneWords(DONE, request), constraint: getZodConstraint(undoSchema) };
}

/** The first submission replies with success, which shows the confirmation. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await context.requireStaff(request);
  const importId = readId(params.importId);
  if (importId === null) throw new Response(null, { status: 404 });
  const submission = parseWithZod(await readForm(request), { schema: undoSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { confirmed, reason } = submission.value;
  if (confirmed === undefined) return data(submission.reply());
  const result = await context.services.console.undoImport({ staff, importId, reason });
  if (result.kind === "started") return redirect(`/admin/imports/${result.undoId}?done=undo`, 303);
  return data(submission.reply({ formErrors: [NOT_UNDONE] }), 409);
}

export default function ImportPage() {
  const { record, undo, entries, done, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<UndoForm>({ id: "undo-form", lastResult, constraint });
  const isAsked = lastResult?.status === "success" && undo.kind === "possible";
  const { word, tone } = importState(record);
  const isOver = record.finishedAt !== null;
  return (
    <>
      <FormErrors form={form} />
      {lastResult === undefined && <DoneNote>{done}</DoneNote>}
      {isAsked && <ConfirmUndo importId={record.id} undo={undo} form={form} reason={fields.reason} />}
      <div className="stack">
        <div className="row wrap">
          <Lamp tone={tone}>{word}</Lamp>
          <span className="tag">{record.source === "sample" ? "見本" : "実データ"}</span>
          <span className="tag">
            {formatInstant(record.createdAt)}
            {record.finishedAt !== null && `–${formatInstant(record.finishedAt)}`}
          </span>
        </div>
        <p className="lead">{sentenceOf(record)}</p>
      </div>
      {!isOver && <Progress share={record.progress} label="取り込みの進み" />}
      {record.undoes === null && (
        <>
          <ImportCounts record={record} />
          <ImportFiles files={record.files} />
        </>
      )}
      <RefusedRows errors={record.errors} errorCount={record.errorCount} />
      <ImportNotices notices={record.notices} noticeCount={record.noticeCount} />
      {!isAsked && <UndoSection importId={record.id} undo={undo} form={form} reason={fields.reason} />}
      {entries.length > 0 && (
        <section className="card clip">
          <h2 className="pad">操作の記録</h2>
          <AuditTable entries={entries} />
        </section>
      )}
    </>
  );
}

function sentenceOf({
  undoes,
  status,
  added,
  changed,
  skipped,
  errorCount,
}: Awaited<ReturnType<typeof loader>>["record"]): string {
  if (undoes !== null) return undoSentence({ undoes, status, changed, skipped });
  if (status === "refused") return `${errorCount}か所に誤りがあり、何も反映していません。`;
  if (status === "failed")
    return "取り込みは途中で終わりました。同じファイルをもう一度取り込むか、取り消してください。";
  if (status !== "done") return "取り込んでいます。";
  const applied = added + changed === 0 ? "新しい内容はありませんでした。" : `${added + changed}行を反映しました。`;
  return errorCount === 0 ? applied : `${applied}${errorCount}行を拒否しました。`;
}

function undoSentence({
  undoes,
  status,
  changed,
  skipped,
}: {
  undoes: number;
  status: string;
  changed: number;
  skipped: number;
}): string {
  const what = `取り込み ${undoes} の取り消し`;
  if (status === "refused") return `${what}は、あとから変わったレースがあるため行っていません。`;
  if (status === "failed") return `${what}は途中で終わりました。取り込み ${undoes} からもう一度取り消してください。`;
  if (status !== "done") return `${what}をしています。`;
  const done = `${what}です。${changed}レースを前に戻しました。`;
  return skipped === 0 ? done : `${done}${skipped}レースはそのままです。`;
}
