import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { PageHead, Section } from "#app/components/parts/parts.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { TARGET_SHIFT } from "#app/domain/scoring/target-index.ts";

export const handle: PageHandle = {
  title: "TARGETで使うには",
  description: "自分のAIの指数と記録した買い目を、TARGET frontier JVに読み込む手順です。",
  back: "/home",
};

export { meta } from "#app/components/frame/page-meta.ts";

const SETTINGS = [
  ["ファイル形式", "馬単位・CSV形式"],
  ["内容", "指数+順位"],
  ["レースID", "新仕様（16/18桁）"],
  ["指数表示桁数", "実数（0〜9999.9）"],
] as const;

const { base, factor } = TARGET_SHIFT;

const NOTES = [
  `TARGETは0より小さい数を読めないため、指数を${factor}倍して${base}を足しています（指数+1.58は115.8、−0.40は96.0）。平均の馬が${base}です。`,
  "順位は記録したときのものです。取消・除外の馬は行がなく、ほかの馬の順位は繰り上げません。",
  "モデルが学習に使ったレースと、開催回・日次が分からないレースは入りません。",
  "1日1ファイルです。分析を追加したら、もう一度保存してください。",
];

const BETS_STEPS = [
  "1. 収支のページの「TARGET用に保存」で日付を押し、ファイル（FF＋年月日.csv）を保存します。",
  "2. TARGETの「ファイル」から「特定フォーマットの買い目の一括読み込み」の「買い目CSV形式」を選び、そのファイルを指定します。",
  "3. 買い目と金額を確かめてから加えます。開催回・日次が分からないレースは入りません。",
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return { html: renderParts({ help: <TargetHelp /> }) };
}

export default function TargetPage() {
  return <StaticHtml id="target-help" html={useLoaderData<typeof loader>().html.help} />;
}

function TargetHelp() {
  return (
    <>
      <PageHead title="TARGETで使うには" />
      <p>TARGET frontier JVの出馬表に自分のAIの指数を並べ、記録した買い目を読み込めます。</p>
      <Section title="指数の手順">
        <ol className="stack t14">
          <li>1. 一日の印のページで「TARGET用に保存」を押し、ファイルを決まったフォルダに入れます。</li>
          <li>2. TARGETの「環境設定」から「外部指数の設定」を開き、「新規追加」を押します。</li>
          <li>3. 指数名を決め、パス・ファイル名に保存したファイルを指定し、次のとおりに選びます。</li>
        </ol>
        <dl className="card pad stack t14">
          {SETTINGS.map(([name, value]) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="指数のファイルの中身">
        <ul className="stack t14">
          {NOTES.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Section>
      <Section title="買い目の手順">
        <ol className="stack t14">
          {BETS_STEPS.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </Section>
      <p className="t13 muted">
        公開されている仕様にそってつくりました。TARGETの実機では試していません。読み込めないときは、TARGETのヘルプの「外部指数とは」「買い目CSV形式」を確かめてください。
      </p>
    </>
  );
}
