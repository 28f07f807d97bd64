import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { ImportCounts, ImportFiles, ImportNotices, RefusedRows } from "#app/components/operator/import-parts.tsx";
import { Lamp } from "#app/components/operator/lamp.tsx";
import { formatInstant, importState } from "#app/components/operator/operator-words.ts";
import { Note, Progress } from "#app/components/parts/parts.tsx";
import { readId } from "#app/http/request-reading.ts";

const titleOf = (data: unknown) =>
  `取り込み ${(data as Awaited<ReturnType<typeof loader>> | undefined)?.record.id ?? ""}`;

export const handle: PageHandle = { title: titleOf };
export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, { title: titleOf(args.data) });

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.requireStaff(request);
  const importId = readId(params.importId);
  const record = importId === null ? null : await context.services.console.readImport({ importId });
  if (record === null) throw new Response(null, { status: 404 });
  return { record };
}

export default function ImportPage() {
  const { record } = useLoaderData<typeof loader>();
  const { word, tone } = importState(record);
  const isOver = record.finishedAt !== null;
  return (
    <>
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
      <ImportCounts record={record} />
      <ImportFiles files={record.files} />
      <RefusedRows errors={record.errors} errorCount={record.errorCount} />
      <ImportNotices notices={record.notices} noticeCount={record.noticeCount} />
      <Note tone="warn">
        <b>取り込みは取り消せません。</b>
        前の版に戻すには、正しいファイルを取り込みなおします。成績の再計算は自動で行います。利用者の分析は、どの取り込みでも変わりません。
      </Note>
    </>
  );
}

function sentenceOf({ status, added, changed, errorCount }: Awaited<ReturnType<typeof loader>>["record"]): string {
  if (status === "refused") return `${errorCount}か所に誤りがあり、何も反映していません。`;
  if (status === "failed") return "取り込みは途中で終わりました。同じファイルをもう一度取り込んでください。";
  if (status !== "done") return "取り込んでいます。";
  const applied = added + changed === 0 ? "新しい内容はありませんでした。" : `${added + changed}行を反映しました。`;
  return errorCount === 0 ? applied : `${applied}${errorCount}行を拒否しました。`;
}
