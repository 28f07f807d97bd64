import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { raceTitle } from "#app/components/analyses/analysis-list.tsx";
import { HorseBadge, INDEX_MEANING } from "#app/components/analyses/figures.tsx";
import { resultLine, withdrawnMarkWords } from "#app/components/analyses/finish-words.ts";
import { SixBars } from "#app/components/explaining/six-bars.tsx";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { pictureMeta } from "#app/components/frame/picture-meta.ts";
import { BestHorse } from "#app/components/gate-chart/best-horse.tsx";
import { CHART_HEIGHTS, GateChart } from "#app/components/gate-chart/gate-chart.tsx";
import { TurfHead } from "#app/components/gate-chart/turf-head.tsx";
import { formatDayCompact, formatSkill } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { formatRaceFacts } from "#app/components/parts/race-words.ts";
import { verifyPath } from "#app/components/seal/seal-links.ts";
import { SealedSection } from "#app/components/seal/seal-result.tsx";
import { ReportLink } from "#app/components/sharing/report-link.tsx";
import shareCss from "#app/components/sharing/share-analysis.css?url";
import { IndexLegend, SharedHorses } from "#app/components/sharing/shared-horses.tsx";
import { publicModelPath, sharedAnalysisPath } from "#app/components/sharing/shared-path.ts";
import { PAST_IS_NO_PROMISE } from "#app/components/welcome/gambling-notice.tsx";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { chartOfShared } from "#app/domain/scoring/chart-layout.ts";
import { fixedWords } from "#app/domain/scoring/fixed-words.ts";
import { placeShared, shareOfStarters } from "#app/domain/scoring/place-horses.ts";
import { isAfterStart, type SharedHorse } from "#app/domain/scoring/shared-analysis.ts";
import { rankGroups } from "#app/domain/scoring/view-groups.ts";
import { LEARNT_FROM } from "#app/forms/messages.ts";

export const handle: PageHandle = {
  link: { to: "/signup", label: "新規登録" },
  ...(import.meta.env.SSR && { stylesheet: () => shareCss }),
};

export const meta: MetaFunction<typeof loader> = (args) => {
  if (args.data === undefined) return pictureMeta(args, { title: MISSING_TITLE });
  const { race, modelName, isLearntFrom, horses, imagePath, shareId } = args.data;
  const title = `${raceTitle(race)}の指数`;
  const best = placeShared(horses)[0]?.score;
  const lead = best === undefined ? "" : `1位は${best.horseNum}番${best.name}。`;
  return pictureMeta(args, {
    title,
    description: `AIモデル「${modelName}」が出した${horses.length}頭の指数${isLearntFrom ? "（参考値）" : "と勝率"}。${lead}`,
    path: sharedAnalysisPath(shareId),
    image: { path: imagePath, alt: `${title}。AIモデル「${modelName}」。${lead}` },
  });
};

/** Unknown, unshared and deleted analyses have the same 404. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const shared = await context.services.sharing.find({ shareId: params.shareId ?? "" });
  if (shared === null) throw new Response(null, { status: 404 });
  const { shareId, createdAt, modelName, modelSkill, userName, race, isLearntFrom, horses, imagePath, seal } = shared;
  const { completedAt = createdAt } = shared;
  const isLate = isAfterStart(shared);
  const isSealed = seal !== undefined;
  return {
    ...{ shareId, createdAt, completedAt, modelName, modelSkill, userName, race, isLearntFrom },
    ...{ isLate, horses, imagePath, isSealed },
    modelCode: shared.isModelPublic ? shared.modelCode : undefined,
  };
}

/** Chances of the starters sum to 1. */
function placeBest(horses: readonly SharedHorse[]) {
  const placed = placeShared(horses);
  const share = shareOfStarters(placed);
  return placed.map(({ score: { name: horseName, score: index, probability, ...horse }, ...place }) => ({
    ...place,
    score: { ...horse, horseName, index, probability: probability === null ? null : probability * share },
  }));
}

export default function SharedAnalysisPage() {
  const page = useLoaderData<typeof loader>();
  const { shareId, createdAt, completedAt, modelName, modelSkill, userName, race } = page;
  const { isLearntFrom, isLate, horses, imagePath, isSealed, modelCode } = page;
  const result = resultLine({ race, horses });
  const placed = placeBest(horses);
  const withdrawn = withdrawnMarkWords(placed);
  const groups = rankGroups(new Map(horses.map((horse) => [horse.horseNum, horse.groups])), placed);
  const views = placed.flatMap(({ score }) => {
    const bars = groups.get(score.horseNum);
    return bars === undefined ? [] : [{ ...score, bars }];
  });
  const [best, ...others] = views;
  return (
    <>
      <TurfHead
        place={`${race.title}${race.raceNum}R`}
        facts={[formatDayCompact(race.date), formatRaceFacts({ ...race, runnerCount: horses.length })]}
        grade={race.grade ?? null}
        name={race.name}
        level="h1"
        record={
          isSealed && (
            <a className="pill" href={verifyPath(shareId)}>
              {fixedWords(completedAt, race)}
            </a>
          )
        }
        model={
          <>
            <span>
              AIモデル {modelCode === undefined ? modelName : <a href={publicModelPath(modelCode)}>{modelName}</a>}
              {modelSkill !== undefined && `　予測力${formatSkill(modelSkill)}`}
            </span>
            <span>作成 {userName}</span>
            <span>
              {formatDayCompact(japanDay(createdAt))} {japanTime(createdAt)} 分析
            </span>
          </>
        }
      >
        <GateChart
          horses={chartOfShared(horses)}
          height={race.status === "result" ? CHART_HEIGHTS.finished : CHART_HEIGHTS.analysis}
        />
        {result !== null && <p className="verdict">{result}</p>}
      </TurfHead>
      <BestHorse placed={placed} groupsOf={() => []} odds={null} />
      {best !== undefined && (
        <section className="card pad stack">
          <h2>{best.horseNum}番を見る6つの点</h2>
          <SixBars index={best.index} groups={best.bars} field={groups.size} />
        </section>
      )}
      {withdrawn !== null && <Note tone="warn">{withdrawn}</Note>}
      {isLearntFrom && <Note tone="warn">{LEARNT_FROM}</Note>}
      {isLate && !isLearntFrom && <Note>発走後の分析です。モデルはこのレースの結果を見ていません。</Note>}
      <section className="card clip">
        <div className="pad stack">
          <h2>馬ごとの指数</h2>
          <IndexLegend />
        </div>
        <div className="colh" aria-hidden="true">
          <span>馬番・印・馬名</span>
          <span>{isLearntFrom ? "指数" : "指数／勝率"}</span>
        </div>
        <SharedHorses horses={horses} />
        {others.length > 0 && (
          <details className="pad">
            <summary className="btn">ほか{others.length}頭の6つの見方</summary>
            <ul className="stack">
              {others.map(({ horseNum, bracketNum, horseName, index, bars }) => (
                <li key={horseNum} className="stack">
                  <p className="best-name">
                    <HorseBadge {...{ horseNum, bracketNum }} />
                    <b>{horseName}</b>
                  </p>
                  <SixBars index={index} groups={bars} field={groups.size} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
      <p className="t12 faint">
        {INDEX_MEANING}
        {!isLearntFrom && "勝率は過去のレースで確かめて調整した値で、合計は100%。"}
        {PAST_IS_NO_PROMISE}
      </p>
      {isSealed && <SealedSection shareId={shareId} />}
      <section className="card pad stack">
        <h2>自分のAIモデルをつくる</h2>
        <p className="t14 muted">
          気になる項目を選ぶと、過去のレースで学んだ自分だけの競馬AIモデルができます。無料プランから始められます。
        </p>
        <div className="btns">
          <a className="btn primary" href="/signup">
            新規登録
          </a>
          <a className="btn" href="/tutorial">
            チュートリアルを見る
          </a>
        </div>
      </section>
      <img
        className="picture"
        src={imagePath}
        width="1200"
        height="630"
        loading="lazy"
        alt={`${raceTitle(race)}の指数を描いたシェア画像`}
      />
      <ReportLink path={sharedAnalysisPath(shareId)} />
    </>
  );
}
