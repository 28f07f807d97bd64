import { RACE_CANCELLED } from "#app/components/analyses/finish-words.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { EmptyState, Note } from "#app/components/parts/parts.tsx";
import { whatIfPath, whatIfSearch } from "#app/components/what-if/what-if-words.ts";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import type { RaceModel, RaceModels } from "#app/domain/views/race-models.ts";
import { LEARNT_FROM } from "#app/forms/messages.ts";
import { ModelPicker, PlanNote } from "./model-picker.tsx";
import { agreementWords, type Comparison, compareByQuery, sortRows } from "./model-rows.ts";
import type { ModelsQuery } from "./models-query.ts";
import { ModelsTable } from "./models-table.tsx";
import { currentOrder, OrderLinks } from "./order-links.tsx";
import { ValueSection } from "./value-section.tsx";
import { WaitingModels } from "./waiting-models.tsx";

export function RaceModelsTab({ view, query, uses }: { view: RaceModels; query: ModelsQuery; uses: AnalysisUses }) {
  const { race, models } = view;
  const compared = compareByQuery(view, query, uses.plan);
  const { most, chosenIds, shown, waiting, left, path, isOneTable } = compared;
  const others = <WaitingModels race={race} models={waiting} uses={uses} />;
  return (
    <>
      {race.status === "cancelled" && <Note tone="warn">{RACE_CANCELLED}</Note>}
      <section className="sec">
        <div className="head">
          <h2>{isOneTable ? <OnlyModel model={shown[0]} /> : "モデルをくらべる"}</h2>
          {models.length > 1 && (
            <ModelPicker path={path} query={query} models={models} chosenIds={chosenIds} plan={uses.plan} />
          )}
        </div>
        {left > 0 && query.modelIds.length > 0 && (
          <Note tone="warn">
            一度にくらべられるのは{most}モデルまでです。はじめの{most}モデルを表示しています。
          </Note>
        )}
        {shown.length > 0 && <SideBySide compared={compared} />}
        {shown.length === 1 && most > 1 && (
          <p className="t13 muted">2つ以上のモデルで分析したレースは、ここに並べてくらべられます。</p>
        )}
        {shown.length === 1 && most === 1 && <PlanNote plan={uses.plan} />}
        {shown.length === 0 && <NothingYet hasModels={models.length > 0} venueType={race.venueType} />}
      </section>
      {!isOneTable && others}
      {shown[0] !== undefined && race.status !== "cancelled" && (
        <>
          <ValueSection compared={compared} />
          <div className="btns">
            <LinkButton to={`${whatIfPath(race.raceId)}${whatIfSearch(shown[0].modelId)}`}>条件を変えてみる</LinkButton>
          </div>
        </>
      )}
      {isOneTable && others}
    </>
  );
}

function SideBySide({ compared }: { compared: Comparison }) {
  const { shown, rows, query, isOneTable } = compared;
  const order = currentOrder("sort", rows, query);
  const { lead, common } = agreementWords(rows, shown.length);
  const starters = rows.filter(({ isOut }) => !isOut).length;
  const learnt = shown.filter(({ analysis }) => analysis?.isLearntFrom);
  return (
    <>
      <p className="lead">
        {lead.map((words, at) => (
          <span key={words} className="keep">
            {words}
            {at < lead.length - 1 && "、"}
          </span>
        ))}
      </p>
      {common !== "" && (
        <p className="t13 muted">
          {common}
          どのモデルも同じ成績から学ぶので、そろっても別々の証拠が{shown.length}つあることにはなりません。
        </p>
      )}
      {learnt.length > 0 && (
        <Note tone="warn">
          {learnt.map(({ name }) => name).join("・")}：{LEARNT_FROM}。勝率は出しません。
        </Note>
      )}
      {!isOneTable && (
        <>
          <div className="static-html" data-live="sort">
            <OrderLinks table="sort" compared={compared} />
          </div>
          <ModelsTable models={shown} rows={sortRows(rows, order)} order={order} />
          <p className="t12 faint">
            指数はこのレースの平均を0とした差。
            {starters > 0 && `勝率はモデルごとに、出走する${starters}頭で合計100%です。`}予測力のめもりは くじ引き 0
            から 30 まで、黒い線がオッズです。
          </p>
        </>
      )}
    </>
  );
}

function OnlyModel({ model }: { model: RaceModel | undefined }) {
  if (model?.analysis == null) return null;
  return (
    <>
      <Link to={`/analyses/${model.analysis.analysisId}`}>{model.name}</Link>の指数
    </>
  );
}

function NothingYet({ hasModels, venueType }: { hasModels: boolean; venueType: number }) {
  if (!hasModels) {
    return (
      <EmptyState action={{ to: `/models/create?venue_type=${venueType}`, label: "モデルをつくる" }}>
        このレースを見るモデルがまだありません。
      </EmptyState>
    );
  }
  return <EmptyState>このレースはまだ分析していません。</EmptyState>;
}
