import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { EndNoticeForm, NoticeForm, NoticeState } from "#app/components/operator/notice-parts.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { noticeFormSchema, readConsoleForm } from "#app/forms/operator/console.server.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "お知らせ" };
export const meta: MetaFunction = (args) => pageMeta(args, { title: "利用者へのお知らせ" });

/** Offered as the end: nobody looks at most troubles for longer. */
const USUAL_SECONDS = 3 * 3600;

const DONE: Partial<Record<string, string>> = {
  set: "お知らせを出しました。10秒ほどですべてのページに出ます",
  end: "お知らせを終えました。10秒ほどですべてのページから消えます",
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.requireStaff(request);
  const notice = await context.services.console.readSiteNotice();
  const end = notice?.until ?? context.now() + USUAL_SECONDS;
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...{ notice, until: `${japanDay(end)}T${japanTime(end)}` },
    done: (done !== null && Object.hasOwn(DONE, done) ? DONE[done] : undefined) ?? null,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await context.requireStaff(request);
  const input = readConsoleForm(await readForm(request), noticeFormSchema);
  if (input === null) return data({ error: "種類、文、終わり、理由を入力してください" }, 400);
  const { console } = context.services;
  if (input.do === "end") {
    await console.endSiteNotice({ staff, reason: input.reason });
    return redirect("/admin/notice?done=end", 303);
  }
  const { kind, text, until, reason } = input;
  const result = await console.setSiteNotice({ staff, kind, text, until, reason });
  if (result.kind === "set") return redirect("/admin/notice?done=set", 303);
  return data({ error: "終わりは、いまから14日後までにしてください" }, 400);
}

export default function NoticePage() {
  const { notice, until, done } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  return (
    <>
      {refusal !== undefined && <Note tone="danger">{refusal.error}</Note>}
      {refusal === undefined && done !== null && (
        <div role="status">
          <Note tone="turf">{done}</Note>
        </div>
      )}
      <section className="card pad stack">
        <h2>いまのお知らせ</h2>
        <NoticeState notice={notice} />
        <p className="t13 muted">公開ページをふくむすべてのページの上に出ます。時間がくると自動で消えます。</p>
      </section>
      <NoticeForm notice={notice} until={until} />
      {notice !== null && <EndNoticeForm />}
    </>
  );
}
