import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { BannerForm, BannerState, EndBannerForm } from "#app/components/operator/banner-parts.tsx";
import { DoneNote } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { bannerFormSchema, endBannerSchema, setBannerSchema } from "#app/forms/operator/console.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "お知らせ",
  tabTitle: "利用者へのお知らせ",
};
export { meta } from "#app/components/frame/page-meta.ts";

const USUAL_SECONDS = 3 * 3600;

const WRONG_END = "終わりは、いまから14日後までにしてください";

const DONE: Partial<Record<string, string>> = {
  set: "お知らせを出しました。10秒ほどですべてのページに出ます",
  end: "お知らせを終えました。10秒ほどですべてのページから消えます",
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.requireStaff(request);
  const banner = await context.services.console.readSiteBanner();
  const end = banner?.until ?? context.now() + USUAL_SECONDS;
  return {
    ...{ banner, until: `${japanDay(end)}T${japanTime(end)}` },
    constraints: { set: getZodConstraint(setBannerSchema), end: getZodConstraint(endBannerSchema) },
    done: doneWords(DONE, request),
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await context.requireStaff(request);
  const submission = parseWithZod(await readForm(request), { schema: bannerFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { console } = context.services;
  const form = submission.value;
  if (form.do === "end") {
    await console.endSiteBanner({ staff, reason: form.reason });
    return redirect("/admin/notice?done=end", 303);
  }
  const { kind, text, until, reason } = form;
  const result = await console.setSiteBanner({ staff, kind, text, until, reason });
  if (result.kind === "set") return redirect("/admin/notice?done=set", 303);
  return refuseForm(submission, result, { "wrong-end": { status: 400, fields: { until: WRONG_END } } });
}

export default function BannerPage() {
  const { banner, until, constraints, done } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const isEnd = lastResult?.initialValue?.do === "end";
  return (
    <>
      {lastResult === undefined && <DoneNote>{done}</DoneNote>}
      <section className="card pad stack">
        <h2>いまのお知らせ</h2>
        <BannerState banner={banner} />
        <p className="t13 muted">公開ページをふくむすべてのページの上に出ます。時間がくると自動で消えます。</p>
      </section>
      <BannerForm
        banner={banner}
        until={until}
        constraint={constraints.set}
        lastResult={isEnd ? undefined : lastResult}
      />
      {banner !== null && <EndBannerForm constraint={constraints.end} lastResult={isEnd ? lastResult : undefined} />}
    </>
  );
}
