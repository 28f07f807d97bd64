import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import homeCss from "#app/components/home/home.css?url";
import { HomePage } from "#app/components/home/home-page.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { notificationsFormSchema } from "#app/forms/notifications/notification-forms.server.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "ホーム",
  description: "次のレースと今日の印、自分のAIモデルと最近の分析が一目で分かります。",
};
export const links = stylesheets(homeCss);

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const home = await context.services.home.read({ user });
  const now = context.now();
  return {
    html: renderParts({ home: <HomePage home={home} user={user} now={now} /> }),
    refreshSeconds: refreshSeconds(
      [
        ...home.models.filter((model) => model.status === ModelStatus.creating),
        ...home.analyses.filter((analysis) => analysis.status === AnalysisStatus.running),
      ].map((item) => item.createdAt),
      now,
    ),
  };
}

/** すべて既読にする under the bell of any page. Redirects back to that page. */
export async function action({ context, request }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: notificationsFormSchema });
  if (submission.status !== "success") return redirect("/home");
  const { intent, to } = submission.value;
  if (intent === "read-all") {
    await Promise.all([context.services.models.confirm({ user }), context.services.analyses.confirm({ user })]);
  }
  return redirect(to ?? "/home");
}

export default function Home() {
  const { html, refreshSeconds } = useLoaderData<typeof loader>();
  return (
    <>
      <RefreshWhile seconds={refreshSeconds} />
      <StaticHtml id="home" html={html.home} />
    </>
  );
}
