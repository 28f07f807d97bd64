import { formatCount, formatDayCompact, formatPercent } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { AxisTicks, type ReturnScale, returnScale } from "#app/components/reports/report-scale.tsx";
import { ReturnWhisker, WhiskerLegend } from "#app/components/reports/report-whisker.tsx";
import { BET_NAMES, BETS_CAPTION, FEW_RACES, formatRate } from "#app/components/reports/report-words.ts";
import { SkillRuler } from "#app/components/reports/skill-ruler.tsx";
import type { ModelFigures } from "#app/domain/evaluation/model-details.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";

const POINTS: Record<BetType, number> = { win: 2, place: 1, quinella: 7 };

export function scaleOfModels(all: readonly ModelFigures[]): ReturnScale {
  return returnScale(
    all.flatMap(({ model, favourite }) =>
      BET_TYPES.map((type) => ({
        races: model[type].races,
        rates: [model[type].returnRate, favourite[type].returnRate],
      })),
    ),
  );
}

/** The legend, and on wide screens the column headings. */
export function ModelListHead({ scale }: { scale: ReturnScale }) {
  return (
    <>
      <p className="t12 faint">
        予測力と回収率は、学習に使っていないレースで測った値です。実際に発走前に出した分析の成績は「成績表」にあります。
      </p>
      <WhiskerLegend dot="回収率" hasLot={false} />
      <div className="model-heads" aria-hidden="true">
        <span>モデル</span>
        <span>予測力</span>
        <span className="rate-heads">
          <span />
          <span>的中率</span>
          <span>回収率</span>
          <AxisTicks {...scale} />
        </span>
      </div>
    </>
  );
}

export function CardFigures({
  report,
  figures,
  scale,
}: {
  report: SkillReport | null;
  figures: ModelFigures | null;
  scale: ReturnScale;
}) {
  return (
    <>
      <ModelSkill report={report} interval={figures?.pseudoR2Interval} />
      {figures !== null && <Rates figures={figures} scale={scale} />}
    </>
  );
}

function Rates({ figures: { model, favourite }, scale }: { figures: ModelFigures; scale: ReturnScale }) {
  return (
    <table className="rates">
      <caption className="sr">{BETS_CAPTION}</caption>
      <thead>
        <tr>
          <th scope="col">券種</th>
          <th scope="col">的中率</th>
          <th scope="col">回収率</th>
          <th scope="col">
            <span className="sr">図</span>
            <AxisTicks {...scale} />
          </th>
        </tr>
      </thead>
      <tbody>
        {BET_TYPES.map((type) => {
          const { returnRate, low, high, hitRate, races } = model[type];
          return (
            <tr key={type} className={races < FEW_RACES ? "thin" : undefined}>
              <th scope="row">
                {BET_NAMES[type]}
                <small>{POINTS[type]}点</small>
              </th>
              <td>{formatRate(hitRate)}</td>
              <td>
                <b>{returnRate === null ? "–" : (returnRate * 100).toFixed(1)}</b>
                {returnRate !== null && "%"}
              </td>
              <td>
                {returnRate !== null && (
                  <ReturnWhisker {...{ returnRate, low, high, scale }} favourite={favourite[type].returnRate} />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function ModelReportBody({ report }: { report: SkillReport | null }) {
  return (
    <div className="card pad stack">
      <ModelSkill report={report} />
      {report !== null && (
        <dl className="choice-list">
          <Fact name="検証レース">{formatCount(report.races)}レース</Fact>
          <Fact name="検証期間">
            {formatDayCompact(report.from)}〜{formatDayCompact(report.to)}
          </Fact>
          <Fact name="本命の勝率">
            {formatPercent(report.top1WinRate * 100)}
            <small>指数1位の馬が1着になった割合</small>
          </Fact>
        </dl>
      )}
    </div>
  );
}

/** On races held back from training; a rough figure below 100 races. */
function ModelSkill({ report, interval }: { report: SkillReport | null; interval?: { low: number; high: number } }) {
  if (report === null) return <p className="t13 muted">検証できるレースがありませんでした。</p>;
  return (
    <div className="stack">
      <SkillRuler pseudoR2={report.pseudoR2} marketPseudoR2={report.marketPseudoR2} interval={interval} />
      <p className="t12 faint">
        検証 {formatCount(report.races)}レース（{formatDayCompact(report.from)}〜{formatDayCompact(report.to)}
        、学習に使っていないレース）{report.races < FEW_RACES && "。レースが少ないため目安です"}
      </p>
    </div>
  );
}

/** Selects the model that analyses the next race from the home page. A form without script. */
export function ModelStar({ modelId, name, isDefault }: { modelId: number; name: string; isDefault: boolean }) {
  return (
    <form method="post" action="/models" className="star">
      <input type="hidden" name="intent" value="star" />
      <input type="hidden" name="model_id" value={modelId} />
      <button type="submit" name="star" value={isDefault ? "off" : "on"} aria-pressed={isDefault}>
        <span aria-hidden="true">{isDefault ? "★" : "☆"}</span>
        {isDefault ? "メインモデル" : "メインモデルにする"}
        <span className="sr">（{name}）</span>
      </button>
    </form>
  );
}
