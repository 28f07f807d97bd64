import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { courseTabs, DayCourses, orderLinks, readBoardOrder } from "#app/components/days/day-board.tsx";
import { boardLead, headSums, leftToAnalyse } from "#app/components/days/day-board-data.ts";
import { DayActions, DayHead, dayTitle } from "#app/components/days/day-head.tsx";
import { timeRows } from "#app/components/days/day-rows.tsx";
import { DaySums } from "#app/components/days/day-sums.tsx";
import { DAY_MESSAGES } from "#app/components/days/day-words.ts";
import daysCss from "#app/components/days/days.css?url";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatMonthDay } from "#app/components/parts/numbers.ts";
import { EmptyState, Note, Progress } from "#app/components/parts/parts.tsx";
import { SegmentedLinks } from "#app/components/parts/segmented-links.tsx";
import { VenueTabs } from "#app/components/race-list/venue-tabs.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { analysesLeft } from "#app/domain/plans/entitlements.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { nearestDays } from "#app/domain/racing/race-days.ts";
import { dayStopSchema } from "#app/forms/analyses/day-forms.server.ts";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { readForm, readId, requireDay } from "#app/http/request-reading.ts";

export const handle: PageHandle<typeof loader> = {
  title: "この日の印（全レース）",
  description: "一日のレースの印と結果を、1枚にまとめます。",
  back: "/home",
  tabTitle: ({ date }) => `${formatMonthDay(date)}の印（全レース）`,
};
export const links = stylesheets(daysCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** The board of `?model=`, else of the default model among those with analyses of the day. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const date = requireDay(params.date, DAY_MESSAGES.none);
  const query = new URL(request.url).searchParams;
  const asked = query.get("model");
  const modelId = readId(asked);
  if (asked !== null && modelId === null) throw new Response(DAY_MESSAGES.notFound, { status: 404 });
  const found = await context.services.days.readBoard({ user, date, modelId });
  if (found.kind === "refused" && found.reason === "not-found") {
    throw new Response(DAY_MESSAGES.notFound, { status: 404 });
  }
  if (found.kind === "refused") return { date, isFuture: true as const, refreshSeconds: null };
  const now = context.now();
  const { progress, hasRaces, model, others, askedAt, isStopped, nearby } = found;
  const board = { ...found, hasIndex: found.rows.some(({ index }) => index !== null) };
  const isWorking = progress !== null && progress.races - progress.done > progress.awaitingWeights;
  const rows = timeRows(found.rows, now);
  const order = readBoardOrder(query);
  const left = leftToAnalyse(board);
  const lead = boardLead(board, progress);
  const hasBoard = hasRaces && model !== null;
  return {
    date,
    isFuture: false as const,
    hasRaces,
    model,
    others,
    isStopped: isStopped && progress === null,
    lead,
    facts: [askedAt === null ? "" : `${japanTime(askedAt)}に分析`, `${japanTime(now)} 更新`].filter(
      (fact) => fact !== "",
    ),
    progress,
    isWorking,
    left,
    orders: hasBoard ? orderLinks(["venue", "time", "solid"], order, addressOf(date, modelId)) : [],
    tabs: hasBoard ? courseTabs(rows, order) : [],
    refreshSeconds: refreshSeconds(isWorking ? [progress.askedAt] : [], now),
    html: renderParts({
      head: (
        <DayHead
          date={date}
          today={japanDay(now)}
          {...nearestDays(nearby)}
          root="/days/"
          title={rows.length === 0 ? formatMonthDay(date) : dayTitle(rows)}
          lead={hasBoard ? lead : null}
          sums={headSums(board.returns)}
          rows={rows}
        >
          {left !== null && progress === null && model !== null && (
            <DayActions
              to={analyseAddress(date, model.modelId, left.venues)}
              label={left.label}
              races={left.races}
              uses={analysesLeft({ ...user, runningAnalyses: 0 })}
            />
          )}
        </DayHead>
      ),
      board: hasBoard && <DayCourses rows={rows} order={order} hasNames />,
      sums: hasBoard && board.hasIndex && <DaySums board={board} modelName={model.name} />,
      file: hasBoard && board.hasIndex && (
        <p className="by">
          <a className="tapl t14" href={`/races/indices.csv?date=${date}`} download>
            この日の指数をCSVで保存
          </a>
          <a className="tapl t14" href={`/days/${date}/target-index.csv?model=${model.modelId}`} download>
            TARGET用に保存
          </a>
          <a className="tapl t14" href={`/tickets?month=${date.slice(0, 7)}`}>
            記録した馬券
          </a>
          <a className="tapl t14" href="/days/target">
            TARGETで使うには
          </a>
        </p>
      ),
    }),
  };
}

function addressOf(date: string, modelId: number | null): string {
  return modelId === null ? `/days/${date}` : `/days/${date}?model=${modelId}`;
}

/** 止める: keeps finished analyses and returns the uses of the rest. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const date = requireDay(params.date, DAY_MESSAGES.none);
  const submission = parseWithZod(await readForm(request), { schema: dayStopSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { modelId } = submission.value;
  const stopped = await context.services.days.stop({ user, date, modelId });
  if (stopped.kind === "refused") throw new Response(DAY_MESSAGES.notFound, { status: 404 });
  return redirect(`/days/${date}?model=${modelId}`);
}

type PageData = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { isFuture: false }>;

export default function DayPage() {
  const day = useLoaderData<typeof loader>();
  if (day.isFuture) return <Note tone="warn">{RACE_MESSAGES.future}</Note>;
  return (
    <>
      <StaticHtml id="day-head" html={day.html.head} />
      {!day.hasRaces && <EmptyState>{DAY_MESSAGES.none}</EmptyState>}
      {day.hasRaces && day.model === null && (
        <EmptyState action={{ to: "/models/create", label: "モデルをつくる" }}>{DAY_MESSAGES.noModel}</EmptyState>
      )}
      {day.hasRaces && day.model !== null && <DayState day={day} model={day.model} />}
      {day.orders.length > 0 && <SegmentedLinks label="並べ方" options={day.orders} />}
      {day.tabs.length > 0 && <VenueTabs tabs={day.tabs} />}
      <StaticHtml id="day-board" html={day.html.board} />
      <StaticHtml id="day-sums" html={day.html.sums} />
      <StaticHtml id="day-file" html={day.html.file} />
      <RefreshWhile seconds={day.refreshSeconds} />
    </>
  );
}

function DayState({ day, model }: { day: PageData; model: NonNullable<PageData["model"]> }) {
  return (
    <>
      <p className="by t13 muted">
        {model.isKept ? <Link to={`/models/edit/${model.modelId}`}>{model.name}</Link> : <span>{model.name}</span>}
        {day.facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {day.others.map((other) => (
          <Link key={other.modelId} to={`/days/${day.date}?model=${other.modelId}`}>
            {other.name}を見る
          </Link>
        ))}
      </p>
      {day.progress !== null && <DayProgress day={day} progress={day.progress} modelId={model.modelId} />}
      {day.isStopped && <Note>止めました。分析していないレースの回数は戻しました。</Note>}
    </>
  );
}

function analyseAddress(date: string, modelId: number, venues: readonly string[]): string {
  const query = new URLSearchParams([["model", String(modelId)], ...venues.map((venue) => ["venue", venue])]);
  return `/days/${date}/analyze?${query}`;
}

function DayProgress({
  day: { date, isWorking },
  progress: { races, done, awaitingWeights },
  modelId,
}: {
  day: PageData;
  progress: NonNullable<PageData["progress"]>;
  modelId: number;
}) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <div className="card pad inprog">
      <Progress share={races === 0 ? 0 : done / races} label="一日の分析の進み" />
      <div className="row">
        <p className="t13" role="status">
          <b>
            {done}/{races}
          </b>
          レースを分析しました。
          {awaitingWeights > 0 && `${awaitingWeights}レースは馬体重の発表を待ち、発表されしだい分析します。`}
          {isWorking && "この画面は終わるまで自動で新しくなります。"}
        </p>
        <Form method="post" action={`/days/${date}?model=${modelId}`}>
          <input type="hidden" name="model_id" value={modelId} />
          <Button name="intent" value="stop" disabled={isSending}>
            止める
          </Button>
        </Form>
      </div>
      <p className="t12 faint">止めても、分析したレースは残ります。残りの回数は戻ります。</p>
    </div>
  );
}

export const ErrorBoundary = failurePage({ text: RACE_MESSAGES.loadFailed, again: "/races" });
