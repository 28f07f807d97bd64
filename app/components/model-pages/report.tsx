import type { ReactNode } from "react";
import { balanceWords, ReportCurves } from "#app/components/own-records/record-curves.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatCount, formatDayCompact, formatSkill } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { ImportanceList } from "#app/components/reports/importance-list.tsx";
import { type FeatureImportance, importanceWords } from "#app/components/reports/importance-words.ts";
import { outlookWords, ReportOutlook } from "#app/components/reports/report-outlook.tsx";
import { ReportReliability } from "#app/components/reports/report-reliability.tsx";
import { ReportConditions, ReportReturns } from "#app/components/reports/report-returns.tsx";
import { gainWords, ReportSecondStage } from "#app/components/reports/report-second-stage.tsx";
import { ReportSkillTable } from "#app/components/reports/report-skill.tsx";
import {
  calibrationWords,
  formatRate,
  formatRateRange,
  formatSkillRange,
  verdictOf,
  yearWords,
} from "#app/components/reports/report-words.ts";
import { Ruler, WHAT_SKILL_IS } from "#app/components/reports/skill-ruler.tsx";
import type { ReturnBalances } from "#app/domain/evaluation/forecast-returns.ts";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { ModelReport } from "#app/domain/evaluation/model-report.ts";
import type { Dimension } from "#app/domain/racing/conditions.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import { ReturnsCard, SlicesCard } from "./report-summary.tsx";

type ReportedModel = Pick<ModelSummary, "name" | "featureCount" | "venueType" | "createdAt">;

const CONDITIONS: readonly Dimension[] = ["surface", "distance", "field", "going", "venue"];

/** On races that the model was not trained on: a first screen that ends, then folds whose rows state their answers. */
export function Report({
  model,
  report,
  importances,
  importanceRaces,
  balances = null,
  actions,
  children,
}: {
  model: ReportedModel;
  report: ModelReport;
  importances: readonly FeatureImportance[];
  importanceRaces: number;
  balances?: ReturnBalances | null;
  /** The last of the first screen. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { skill, returns, secondStage, outlook } = report;
  const conditions = CONDITIONS.reduce((sum, dimension) => sum + skill.conditions[dimension].length, 0);
  return (
    <>
      <ReportHead model={model} report={report} />
      <div className="cols even">
        <ReturnsCard returns={returns} />
        <SlicesCard skill={skill} />
      </div>
      {actions}
      <Answers>
        <Answer title="どの項目が効いているか" answer={importanceWords(importances, importanceRaces)}>
          {importances.length > 0 && <ImportanceList features={importances} races={importanceRaces} />}
        </Answer>
        <Answer title="勝率は当たっているか" answer={calibrationWords(skill)}>
          <ReportReliability skill={skill} />
        </Answer>
        {secondStage !== null && (
          <Answer title="オッズに上乗せできるか" answer={gainWords(secondStage)}>
            <ReportSecondStage stage={secondStage} />
          </Answer>
        )}
        <Answer title="条件ごとの成績" answer={`芝・ダート、距離、頭数、馬場、競馬場。${conditions}の条件。`}>
          <ReportSkillTable skill={skill} dimensions={CONDITIONS} />
          <p className="pad t12 faint">
            100レース未満は判断しません。30レースか8開催日に足りない条件は数字を出しません。
          </p>
          {(["win", "place", "quinella"] as const).map((betType, at) => (
            <details className="fold" key={betType}>
              <summary>{["単勝", "複勝", "馬連"][at]}の回収率で見る</summary>
              <ReportConditions returns={returns} betType={betType} />
            </details>
          ))}
        </Answer>
        <Answer title="年ごとの予測力" answer={yearWords(skill.conditions)}>
          <ReportSkillTable skill={skill} dimensions={["year"]} />
        </Answer>
        {outlook !== null && (
          <Answer title="これからはどのくらいか" answer={outlookWords(outlook)}>
            <ReportOutlook skill={skill} outlook={outlook} />
          </Answer>
        )}
        <Answer
          title="買っていたらいくらか"
          answer={
            balances === null ? "券種ごとの的中率と回収率を、1番人気とくじ引きとならべます。" : balanceWords(balances)
          }
        >
          <ReportReturns returns={returns} sums={balances?.sums ?? null} />
          {balances !== null && <ReportCurves balances={balances} />}
        </Answer>
        <Answer
          id="skill"
          title="検証のしかた"
          answer={`学習に使っていない${formatCount(skill.races)}レースを、それより前のレースだけで学び直して予想しました。`}
        >
          <HowTested report={report} />
        </Answer>
        {children}
      </Answers>
    </>
  );
}

/** A fold whose row states its answer. */
export function Answer({
  title,
  answer,
  id,
  children,
}: {
  title: string;
  answer: ReactNode;
  /** Set on folded parts, so that a link to one opens it. */
  id?: string;
  children: ReactNode;
}) {
  return (
    <details className="answer">
      <summary>
        <h3>{title}</h3>
        <span>{answer}</span>
        <Icon name="down" />
      </summary>
      <div id={id}>{children}</div>
    </details>
  );
}

export function Answers({ children }: { children: ReactNode }) {
  return (
    <section className="sec">
      <div className="head">
        <h2>くわしく</h2>
      </div>
      <div className="card clip answers">{children}</div>
    </section>
  );
}

function ReportHead({ model, report }: { model: ReportedModel; report: ModelReport }) {
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

function HowTested({ report: { skill } }: { report: ModelReport }) {
  const facts: [name: string, value: string][] = [
    ["検証の期間", `${formatDayCompact(skill.from)}〜${formatDayCompact(skill.to)}、${formatCount(skill.days)}開催日`],
    ["予測力の95%区間", formatSkillRange(skill.pseudoR2Interval)],
    ["◎の勝率の95%区間", `${formatRateRange(skill.topWinInterval.low, skill.topWinInterval.high)}%`],
    ["くじ引きの勝率", formatRate(skill.random.winRate)],
  ];
  if (skill.marketPseudoR2 !== null)
    facts.push([
      "オッズの予測力",
      `${formatSkill(skill.marketPseudoR2)}（締切時のオッズが全頭そろう${formatCount(skill.marketRaces)}レース）`,
    ]);
  return (
    <div className="pad stack">
      <p className="t14">
        時期を区切り、「それより前のレースだけ」で学び直して次の時期を予想する方法で試しました。ここにある数字に、学習に使ったレースは入っていません。
      </p>
      <p className="t14">{WHAT_SKILL_IS}</p>
      <dl className="choice-list">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </div>
  );
}
