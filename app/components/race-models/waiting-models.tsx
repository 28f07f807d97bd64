import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { modelDialogPath } from "#app/components/parts/race-words.ts";
import { type AnalysesLeft, type AnalysisUses, analysesLeft } from "#app/domain/plans/entitlements.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import type { AnalysisRefusal } from "#app/domain/scoring/analysis-refusal.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { RaceModel } from "#app/domain/views/race-models.ts";
import { ANALYSIS_REFUSALS } from "#app/forms/analyses/analysis-refusals.ts";

type WaitedRace = Pick<RaceSummary, "raceId" | "date" | "venue" | "status">;

export function WaitingModels({
  race,
  models,
  uses,
}: {
  race: WaitedRace;
  models: readonly RaceModel[];
  uses: AnalysisUses;
}) {
  if (models.length === 0) return null;
  const used = refuseByUses(uses);
  const canWait = used === null && race.status === "scheduled" && !isRestricted(uses.plan);
  const canAnalyse = models.some(({ refusal, isRunning }) => refusal === null && !isRunning);
  return (
    <section className="sec">
      <div className="head">
        <h2>まだ分析していないモデル</h2>
        {canAnalyse && <AnalysisCounters uses={uses} />}
      </div>
      {canAnalyse && used !== null && <UsedUp reason={used} />}
      {canAnalyse && used === null && (
        <p className="t13 muted">1モデルの分析に1回分を使います。確認の画面でモデルを選んでから決まります。</p>
      )}
      <ul className="card list waiting">
        {models.map((model) => (
          <li key={model.modelId}>
            <span className="grow">
              <b>{model.name}</b>
              <WaitWords model={model} canWait={canWait} />
            </span>
            <WayOn race={race} model={model} isUsedUp={used !== null} canWait={canWait} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const needsWeights = ({ refusal }: RaceModel) => refusal === "weight-not-announced";

function WaitWords({ model, canWait }: { model: RaceModel; canWait: boolean }) {
  const { isRunning, refusal } = model;
  if (isRunning) {
    return (
      <small>
        {needsWeights(model) ? "馬体重の発表を待っています。" : "分析しています。"}
        終わるとここに出ます。
      </small>
    );
  }
  if (refusal === null) return null;
  return (
    <small>
      {ANALYSIS_REFUSALS[refusal].text}
      {needsWeights(model) && canWait && (
        <>
          1回分を使って、発表されしだい分析することもできます。始まったときの
          <Link to="/settings/notices">お知らせ</Link>も選べます。
        </>
      )}
    </small>
  );
}

function WayOn({
  race,
  model,
  isUsedUp,
  canWait,
}: {
  race: WaitedRace;
  model: RaceModel;
  isUsedUp: boolean;
  canWait: boolean;
}) {
  const { modelId, name, isRunning, refusal } = model;
  if (isRunning) {
    return (
      <Link className="tapl" to={needsWeights(model) ? `/days/${race.date}?model=${modelId}` : "/analyses"}>
        進みを見る
      </Link>
    );
  }
  if (refusal === null && !isUsedUp) {
    return (
      <LinkButton to={modelDialogPath(race, modelId)}>
        分析する
        <span className="sr">：{name}</span>
      </LinkButton>
    );
  }
  return needsWeights(model) && canWait && <WaitForm race={race} model={model} />;
}

/** Takes the use now, and returns it if no weights are announced. */
function WaitForm({ race, model: { modelId, name } }: { race: WaitedRace; model: RaceModel }) {
  const fields = {
    model_id: String(modelId),
    venue: race.venue,
    named: "1",
    race: race.raceId,
    // Idempotency key.
    form_key: crypto.randomUUID(),
  };
  return (
    <form method="post" action={`/days/${race.date}/analyze`}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button>
        発表を待って分析
        <span className="sr">：{name}</span>
      </Button>
    </form>
  );
}

/** The binding limit if it is used up, without running analyses; else null. */
function refuseByUses(uses: AnalysisUses): AnalysesLeft["by"] | null {
  const left = analysesLeft({ ...uses, runningAnalyses: 0 });
  return left?.left === 0 ? left.by : null;
}

/** Replaces a button that would be refused. */
function UsedUp({ reason }: { reason: AnalysisRefusal }) {
  const { text, detail, canUpgrade } = ANALYSIS_REFUSALS[reason];
  return (
    <Note tone="warn">
      <b>{text}</b>
      {detail !== undefined && <p>{detail}</p>}
      <p>
        {canUpgrade ? (
          <Link className="tapl" to="/subscriptions">
            プランと上限を見る
          </Link>
        ) : (
          <Link className="tapl" to="/settings/limits">
            自分の上限と休み
          </Link>
        )}
      </p>
    </Note>
  );
}

/** Replaces the figures of a race that the model has not analysed, with the way to them and its cost. */
export function NoAnalysis({
  race,
  model,
  uses,
  hasRunners,
  title,
  waiting,
  text,
}: {
  race: Pick<RaceSummary, "date" | "raceId">;
  /** Preselected; null for none. */
  model: Pick<RaceModel, "modelId" | "name"> | null;
  uses: AnalysisUses;
  hasRunners: boolean;
  /** Without a model. */
  title: string;
  /** Without runners. */
  waiting: string;
  text: string;
}) {
  const used = refuseByUses(uses);
  return (
    <section className="card pad stack">
      <h2>{model === null ? title : `${model.name}の分析がありません`}</h2>
      <p>{hasRunners ? text : waiting}</p>
      {hasRunners && <AnalysisCounters uses={uses} />}
      {hasRunners && used !== null && <UsedUp reason={used} />}
      {hasRunners && used === null && (
        <div className="btns">
          <LinkButton tone="primary" to={modelDialogPath(race, model?.modelId)}>
            このレースを分析する
          </LinkButton>
        </div>
      )}
    </section>
  );
}
