import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { documentTitle } from "#app/components/brand.ts";
import { LinkButton } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { formatCount, formatLimit, formatSkill } from "#app/components/numbers.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { EmptyState, PageHead, Progress, Section, Tag } from "#app/components/parts.tsx";
import { refreshSeconds } from "#app/components/refresh.ts";
import { RefreshWhile } from "#app/components/refresh-while.tsx";
import { isHeld, ModelStatus } from "#app/domain/learning/model-status.ts";
import { planLimits } from "#app/domain/plans/plans.ts";

export const handle: PageHandle = { title: "ホーム" };

export const meta: MetaFunction = () => [{ title: documentTitle("ホーム") }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const models = await context.services.models.list({ user });
  const now = context.now();
  const limits = planLimits(user.plan);
  return {
    userName: user.name,
    models: models.map((model) => ({
      modelId: model.modelId,
      name: model.name,
      state: model.disabled !== null ? ("disabled" as const) : stateOf(model.status),
      progress: model.progress,
      secondsAgo: now - model.createdAt,
      skill: model.report === null ? null : formatSkill(model.report.pseudoR2),
      races: model.report?.races ?? 0,
    })),
    quota: {
      held: models.filter((model) => isHeld(model.status)).length,
      models: limits.models,
      created: user.modelCreationsThisMonth,
      creations: limits.modelCreationsPerMonth,
      analysed: user.analysesToday,
      analyses: limits.analysesPerDay,
    },
    refreshSeconds: refreshSeconds(
      models.filter((model) => model.status === ModelStatus.creating).map((model) => model.createdAt),
      now,
    ),
  };
}

function stateOf(status: number): "creating" | "ready" | "failed" {
  if (status === ModelStatus.creating) return "creating";
  return status === ModelStatus.complete ? "ready" : "failed";
}

type HomeModel = ReturnType<typeof useLoaderData<typeof loader>>["models"][number];

export default function HomePage() {
  const { userName, models, quota, refreshSeconds } = useLoaderData<typeof loader>();
  if (models.length === 0) {
    return (
      <>
        <PageHead title={`ようこそ、${userName}さん`} />
        <EmptyState action={{ to: "/models/create", label: "モデルをつくる" }}>
          気になる項目を選ぶと、過去のレースで学んだあなただけのAIモデルができます。まず1つ、つくってみましょう。
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <RefreshWhile seconds={refreshSeconds} />
      {models.some((model) => model.state === "ready") && (
        <section className="card pad next">
          <div>
            <p className="t12 muted">使えるモデルがあります</p>
            <b>レースを選んで分析する</b>
          </div>
          <LinkButton to="/races" tone="primary" icon="flag">
            レースへ
          </LinkButton>
        </section>
      )}
      <dl className="card quota">
        <Quota label="モデル" used={quota.held} limit={quota.models} />
        <Quota label="今月の作成" used={quota.created} limit={quota.creations} />
        <Quota label="今日の分析" used={quota.analysed} limit={quota.analyses} />
      </dl>
      <Section title="AIモデル" aside={<Link to="/models">すべて見る</Link>}>
        <ul className="card list clip">
          {models.map((model) => (
            <ModelRow key={model.modelId} model={model} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Quota({ label, used, limit }: { label: string; used: number; limit: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatCount(used)}
        <small> / {formatLimit(limit)}</small>
      </dd>
    </div>
  );
}

function ModelRow({ model }: { model: HomeModel }) {
  return (
    <li>
      <Link to={`/models#model-${model.modelId}`}>
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
        {model.state === "disabled" && <Tag icon="lock">停止中</Tag>}
        <Icon name="next" className="go" />
      </Link>
    </li>
  );
}
