import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import modelsCss from "#app/components/models/models.css?url";
import { LinkButton } from "#app/components/parts/button.tsx";
import { formatLimit } from "#app/components/parts/numbers.ts";
import { Fact, PageHead } from "#app/components/parts/parts.tsx";
import { FREE_LIFETIME_ANALYSES, planLimits, planName } from "#app/domain/plans/plans.ts";

export const handle: PageHandle = { title: "登録の完了", back: "/home" };

export const links = stylesheets(modelsCss);
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const limits = planLimits(user.plan);
  return {
    userName: user.name,
    plan: planName(user.plan),
    features: limits.features,
    models: limits.models,
    creations: limits.modelCreationsPerMonth,
  };
}

export default function WelcomePage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={`${page.userName}さん、登録が完了しました`} />
      <section className="card pad stack" aria-labelledby="plan">
        <h2 id="plan" className="t18">
          {page.plan}プランで始まります
        </h2>
        <p className="muted">無料のまま、期限なしで使えます。まず1つ、モデルをつくってみてください。</p>
        <dl className="quota inset">
          <Fact name="選べる項目">{formatLimit(page.features)}</Fact>
          <Fact name="持てるモデル">{formatLimit(page.models)}</Fact>
          <Fact name="分析">
            <small>全</small>
            {FREE_LIFETIME_ANALYSES}
            <small>回</small>
          </Fact>
        </dl>
        <div className="btns">
          <LinkButton to="/models/create" tone="primary" size="big" icon="plus">
            モデルをつくる
          </LinkButton>
          <LinkButton to="/home" size="big">
            ホームへ
          </LinkButton>
        </div>
      </section>
      <section className="card pad stack" aria-labelledby="choose">
        <h2 id="choose" className="t18">
          プランを選んでください
        </h2>
        <p className="muted">
          項目、モデル、分析の回数が増えるプランがあります。料金と上限をくらべて、あとからいつでも選べます。
        </p>
        <div className="btns">
          <LinkButton to="/subscriptions" icon="card">
            プランを見る
          </LinkButton>
        </div>
      </section>
    </>
  );
}
