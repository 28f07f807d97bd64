import { Icon } from "#app/components/parts/icon.tsx";
import { formatCount, formatDayCompact, formatSkill } from "#app/components/parts/numbers.ts";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { formatRate, verdictOf } from "#app/components/reports/report-words.ts";
import { Ruler } from "#app/components/reports/skill-ruler.tsx";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { ModelReport } from "#app/domain/evaluation/model-report.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";

export type ReportedModel = Pick<ModelSummary, "name" | "featureCount" | "venueType" | "createdAt">;

/** The dark head of a report: the verdict, 予測力 on its ruler, and how often ◎ wins. */
export function ReportHead({ model, report }: { model: ReportedModel; report: ModelReport }) {
  const { skill } = report;
  return (
    <section className="turf-head report-head">
      <div className="stack">
        <div className="title-line">
          <h2>{model.name}</h2>
          <a className="icon-btn" href="#name" aria-label="名称変更">
            <Icon name="pencil" />
          </a>
        </div>
        <p className="made-by">
          <span>{VENUE_TYPE_WORDS[model.venueType]}</span>
          <span>{model.featureCount}項目</span>
          <span>{formatDayCompact(japanDay(model.createdAt))} 作成</span>
        </p>
        <p className="verdict">
          {verdictOf(report).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </p>
      </div>
      <div className="stack">
        <div className="title-line">
          <p className="big">
            <small>予測力</small>
            <b>{formatSkill(skill.pseudoR2)}</b>
          </p>
          <TopPick skill={skill} />
        </div>
        <Ruler pseudoR2={skill.pseudoR2} marketPseudoR2={skill.marketPseudoR2} interval={skill.pseudoR2Interval} />
        <p className="t12">
          学習に使っていない{formatCount(skill.races)}レース{"　"}
          <span className="keep">
            {formatDayCompact(skill.from)}〜{formatDayCompact(skill.to)}
          </span>
        </p>
      </div>
    </section>
  );
}

/** ◎は4頭に1頭が1着 */
function TopPick({ skill: { top, favourite } }: { skill: ForecastSkill }) {
  return (
    <p className="top-rate">
      {top.winRate > 0 && (
        <span>
          ◎は<b>{Math.round(1 / top.winRate)}頭に1頭</b>が1着
        </span>
      )}
      <span>
        3着以内 {formatRate(top.placeRate)}
        {favourite !== null && `（1番人気は${formatRate(favourite.placeRate)}）`}
      </span>
    </p>
  );
}
