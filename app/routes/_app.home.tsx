import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { DaySoFar } from "#app/components/home/day-sum.tsx";
import homeDayCss from "#app/components/home/home-day.css?url";
import { modelsBySkill } from "#app/components/home/models-by-skill.ts";
import { NextRace } from "#app/components/home/next-race.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatCount, formatDayCompact, formatSkill } from "#app/components/parts/numbers.ts";
import { ANALYSIS_LIMIT_SECONDS, EmptyState, PageHead, Progress, Section, Tag } from "#app/components/parts/parts.tsx";
import { PlanQuotas } from "#app/components/plans/plan-quotas.tsx";
import { OwnRankings } from "#app/components/rankings/own-rankings.tsx";
import { OwnFiguresInvitation } from "#app/components/rankings/ranking-invitation.tsx";
import { ownViews } from "#app/components/rankings/ranking-pages.ts";
import { skillBarOf } from "#app/components/reports/skill-bar.tsx";
import { SkillTerm } from "#app/components/reports/skill-term.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { isPaid } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { NO_ANALYSES } from "#app/forms/messages.ts";
import { notificationsFormSchema } from "#app/forms/notifications/notification-forms.server.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "ホーム",
  description: "次のレースと今日の成績、自分のAIモデルと最近の分析が一目で分かります。",
};
export const links: LinksFunction = () => [{ rel: "stylesheet", href: homeDayCss }];

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { models, analyses, rankings, day, nextDay } = await context.services.home.read({ user });
  const now = context.now();
  const today = japanDay(now);
  const isNew = models.length === 0 && analyses.length === 0 && rankings.length === 0;
  const running = analyses.filter(({ status }) => status === AnalysisStatus.running);
  const views = ownViews(rankings);
  return {
    userName: user.name,
    isNew,
    analyses: analyses.map(({ analysisId, raceInfo, modelName, status, progress, createdAt }) => ({
      analysisId,
      race: `${raceInfo.title} ${raceInfo.raceNum}R　${raceInfo.name}`,
      day: formatDayCompact(raceInfo.date),
      modelName,
      status,
      progress,
      secondsAgo: Math.max(0, now - createdAt),
    })),
    models: modelsBySkill(models).map((model) => ({
      modelId: model.modelId,
      name: model.name,
      isDefault: model.modelId === user.defaultModelId,
      state: model.disabled !== null ? ("disabled" as const) : stateOf(model.status),
      progress: model.progress,
      secondsAgo: now - model.createdAt,
      skill: model.report === null ? null : formatSkill(model.report.pseudoR2),
      bar: model.report === null ? null : skillBarOf(model.report),
      races: model.report?.races ?? 0,
    })),
    html: renderParts({
      next: (
        <NextRace
          {...{ day, nextDay, today }}
          plan={user.plan}
          hasModels={models.length > 0}
          running={new Set(running.map(({ raceId }) => raceId))}
        />
      ),
      day: day?.sum && <DaySoFar date={day.date} isToday={day.date === today} sum={day.sum} />,
      ranks: isNew ? null : isPaid(user.plan) ? <OwnRankings rankings={views} /> : <OwnFiguresInvitation />,
      quota: isNew ? null : <PlanQuotas models={models} user={user} />,
      skillTerm: isNew ? null : <SkillTerm />,
    }),
    refreshSeconds: refreshSeconds(
      [
        ...models.filter((model) => model.status === ModelStatus.creating),
        ...analyses.filter((analysis) => analysis.status === AnalysisStatus.running),
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

function stateOf(status: number): "creating" | "ready" | "failed" {
  if (status === ModelStatus.creating) return "creating";
  return status === ModelStatus.complete ? "ready" : "failed";
}

type HomeAnalysis = ReturnType<typeof useLoaderData<typeof loader>>["analyses"][number];
type HomeModel = ReturnType<typeof useLoaderData<typeof loader>>["models"][number];

export default function HomePage() {
  const { userName, isNew, models, analyses, html, refreshSeconds } = useLoaderData<typeof loader>();
  return (
    <>
      <RefreshWhile seconds={refreshSeconds} />
      {isNew && <PageHead title={`ようこそ、${userName}さん`} />}
      {models.length === 0 && <FirstModel />}
      <div className={isNew ? undefined : "homecols"}>
        <div>
          <StaticHtml id="next-race-card" html={html.next} />
          <StaticHtml id="day-so-far" html={html.day} />
        </div>
        {!isNew && (
          <div>
            <StaticHtml id="quota" html={html.quota} />
            <Section title="AIモデル" aside={<Link to="/models">すべて見る</Link>}>
              {models.length === 0 ? (
                <EmptyState>AIモデルがありません</EmptyState>
              ) : (
                <ul className="card list clip">
                  {models.map((model) => (
                    <ModelRow key={model.modelId} model={model} />
                  ))}
                </ul>
              )}
              {models.some(({ skill }) => skill !== null) && (
                <p className="t12 faint sk-scale">めもりは くじ引き 0 から 30 まで、黒い線がオッズです。</p>
              )}
              {models.some(({ skill }) => skill !== null) && <StaticHtml id="skill-term" html={html.skillTerm} />}
            </Section>
            <Section title="あなたのランキング" aside={<Link to="/rankings">ランキングを見る</Link>}>
              <StaticHtml id="own-ranks" html={html.ranks} />
            </Section>
            <Section title="最近の分析" aside={<Link to="/analyses">すべて見る</Link>}>
              {analyses.length === 0 ? (
                <EmptyState>{NO_ANALYSES}</EmptyState>
              ) : (
                <ul className="card list clip">
                  {analyses.map((analysis) => (
                    <AnalysisRow key={analysis.analysisId} analysis={analysis} />
                  ))}
                </ul>
              )}
            </Section>
          </div>
        )}
      </div>
    </>
  );
}

function FirstModel() {
  return (
    <section className="card pad empty">
      <h3>1分でモデルをつくる</h3>
      <p>気になる項目を選ぶと、過去のレースで学んだあなただけのAIモデルができます。まず1つ、つくってみましょう。</p>
      <LinkButton tone="primary" to="/models/create">
        モデルをつくる
      </LinkButton>
    </section>
  );
}

function AnalysisRow({ analysis }: { analysis: HomeAnalysis }) {
  const isRunning = analysis.status === AnalysisStatus.running;
  const isComplete = analysis.status === AnalysisStatus.complete;
  return (
    <li>
      <Link to={isComplete ? `/analyses/${analysis.analysisId}` : "/analyses"}>
        <span className="grow">
          <b className="line">{analysis.race}</b>
          {isRunning ? (
            <span className="line-bar">
              <Progress
                share={analysis.progress}
                label={`${analysis.race}の分析の進み`}
                startedSecondsAgo={analysis.secondsAgo}
                limitSeconds={ANALYSIS_LIMIT_SECONDS}
              />
            </span>
          ) : (
            <small className="muted">
              {analysis.day}　{analysis.modelName}
            </small>
          )}
        </span>
        {isRunning && (
          <Tag tone="info" spinning>
            分析中
          </Tag>
        )}
        {isComplete && <Tag tone="turf">完了</Tag>}
        {!isRunning && !isComplete && (
          <Tag tone="danger" icon="warning">
            失敗
          </Tag>
        )}
        <Icon name="next" className="go" />
      </Link>
    </li>
  );
}

function ModelRow({ model }: { model: HomeModel }) {
  const hasReport = model.state === "ready" || model.state === "disabled";
  return (
    <li>
      <Link to={hasReport ? `/models/${model.modelId}` : `/models#model-${model.modelId}`}>
        <span className="grow">
          <b className="line">{model.name}</b>
          {model.state === "creating" ? (
            <span className="line-bar">
              <Progress
                share={model.progress}
                label={`${model.name}の作成の進み`}
                startedSecondsAgo={model.secondsAgo}
              />
            </span>
          ) : (
            <small className="muted">
              {model.skill === null
                ? "検証の成績はまだありません"
                : `予測力 ${model.skill}（${formatCount(model.races)}R）`}
            </small>
          )}
        </span>
        {model.state === "creating" && (
          <Tag tone="info" spinning>
            作成中
          </Tag>
        )}
        {model.state === "failed" && (
          <Tag tone="danger" icon="warning">
            エラー
          </Tag>
        )}
        {model.isDefault && model.state === "ready" && <Tag>いつもの</Tag>}
        {model.bar !== null && (
          <span className="sk" role="img" {...model.bar}>
            <i />
          </span>
        )}
        {model.state === "disabled" && <Tag icon="lock">停止中</Tag>}
        <Icon name="next" className="go" />
      </Link>
    </li>
  );
}
