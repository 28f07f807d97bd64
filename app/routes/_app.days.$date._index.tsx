import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { DayBoardBody, readBoardOrder } from "#app/components/days/day-board.tsx";
import { boardLead, leftToAnalyse } from "#app/components/days/day-board-data.ts";
import { DayHead } from "#app/components/days/day-head.tsx";
import { DAY_MESSAGES } from "#app/components/days/day-words.ts";
import daysCss from "#app/components/days/days.css?url";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { pageMeta } from "#app/components/frame/page-meta.ts";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatMonthDay } from "#app/components/parts/numbers.ts";
import { EmptyState, Note, Progress } from "#app/components/parts/parts.tsx";
import { venuesOf } from "#app/components/parts/race-words.ts";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { japanTime } from "#app/domain/racing/japan-time.ts";
import { dayStopSchema } from "#app/forms/analyses/day-forms.server.ts";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { readForm, readId, requireDay } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "一日まとめ", back: "/home" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: daysCss }];
// After an action that ends in a 404 the data is null.
export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data ? `${formatMonthDay(args.data.date)}の一日まとめ` : "一日まとめ",
    description: "一日のレースの印と結果を、1枚にまとめます。",
  });

/** The board of `?model=`, else of the newest analysis' model. */
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
  const venues = venuesOf(found.rows.map(({ race }) => race));
  return {
    date,
    isFuture: false as const,
    hasRaces,
    model,
    others,
    isStopped: isStopped && progress === null,
    lead: boardLead(board, progress),
    facts: [
      `${venues.join("・")} ${found.rows.length}レース`,
      askedAt === null ? "" : `${japanTime(askedAt)}に分析`,
      `${japanTime(now)} 更新`,
    ].filter((fact) => fact !== ""),
    progress,
    isWorking,
    left: leftToAnalyse(board),
    refreshSeconds: refreshSeconds(isWorking ? [progress.askedAt] : [], now),
    html: renderParts({
      head: <DayHead date={date} nearby={nearby} />,
      board: hasRaces && model !== null && (
        <DayBoardBody
          date={date}
          board={board}
          order={readBoardOrder(query)}
          isBeforeOnly={query.get("left") === "1"}
          now={now}
        />
      ),
    }),
  };
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
      <StaticHtml id="day-board" html={day.html.board} />
      <RefreshWhile seconds={day.refreshSeconds} />
    </>
  );
}

function DayState({ day, model }: { day: PageData; model: NonNullable<PageData["model"]> }) {
  return (
    <section className="sec">
      <p className="lead">{day.lead}</p>
      <p className="by t13 muted">
        <span>{day.facts[0]}</span>
        {model.isKept ? <Link to={`/models/edit/${model.modelId}`}>{model.name}</Link> : <span>{model.name}</span>}
        {day.facts.slice(1).map((fact) => (
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
      {day.left !== null && day.progress === null && (
        <p>
          <LinkButton tone="primary" to={analyseAddress(day.date, model.modelId, day.left.venues)}>
            {day.left.label}
          </LinkButton>
        </p>
      )}
    </section>
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
