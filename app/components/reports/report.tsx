import type { ReactNode } from "react";
import { ReportCurves } from "#app/components/own-records/report-curves.tsx";
import { formatCount, formatDayCompact } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import type { ReturnBalances } from "#app/domain/evaluation/forecast-returns.ts";
import type { ModelReport } from "#app/domain/evaluation/model-report.ts";
import { ReportFigures } from "./report-figures.tsx";
import { ReportOutlook } from "./report-outlook.tsx";
import { ReportReliability } from "./report-reliability.tsx";
import { ReportConditions, ReportReturns } from "./report-returns.tsx";
import { ReportSecondStage } from "./report-second-stage.tsx";
import { ReportSkill, ReportSkillTable } from "./report-skill.tsx";
import { verdictOf } from "./report-words.ts";

const FOLDED_DIMENSIONS = ["surface", "going", "distance", "field", "venue"] as const;

/** On races that the model was not trained on. */
export function Report({
  report,
  balances = null,
  children,
}: {
  report: ModelReport;
  balances?: ReturnBalances | null;
  /** Between the returns and their conditions: the model beside its parent. */
  children?: ReactNode;
}) {
  const { skill, returns, secondStage, outlook } = report;
  return (
    <>
      <div className="stack">
        <p className="verdict">
          {verdictOf(skill).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </p>
        <p className="t14 muted">
          時期を区切り、「それより前のレースだけ」で学び直して次の時期を予想する方法で試しました。ここにある数字に、学習に使ったレースは入っていません。
        </p>
        <div className="row wrap">
          <Tag icon="flag">{formatCount(skill.races)}レース</Tag>
          <Tag>
            {formatDayCompact(skill.from)}〜{formatDayCompact(skill.to)}
          </Tag>
          <Tag>{formatCount(skill.days)}開催日</Tag>
        </div>
      </div>
      <ReportFigures report={report} />
      <div className="cols">
        <div className="stack loose">
          <ReportSkill skill={skill} />
          {secondStage !== null && <ReportSecondStage stage={secondStage} />}
          <section className="card clip">
            <h3 className="pad">
              年ごとの<a href="#skill">予測力</a>
            </h3>
            <ReportSkillTable skill={skill} dimensions={["year"]} />
            <details className="fold">
              <summary>条件ごとの予測力</summary>
              <ReportSkillTable skill={skill} dimensions={FOLDED_DIMENSIONS} />
            </details>
          </section>
        </div>
        <div className="stack loose">
          <ReportReliability skill={skill} />
          {outlook !== null && <ReportOutlook skill={skill} outlook={outlook} />}
        </div>
      </div>
      {balances !== null && <ReportCurves balances={balances} />}
      <ReportReturns returns={returns} sums={balances?.sums ?? null} />
      {children}
      <section className="card clip">
        <div className="pad stack">
          <h3>どこで強いか（単勝）</h3>
          <p className="t12 faint">100レース未満は判断しません。30レースか8開催日に足りない条件は数字を出しません。</p>
        </div>
        <ReportConditions returns={returns} betType="win" />
        <details className="fold">
          <summary>複勝で見る</summary>
          <ReportConditions returns={returns} betType="place" />
        </details>
        <details className="fold">
          <summary>馬連で見る</summary>
          <ReportConditions returns={returns} betType="quinella" />
        </details>
      </section>
    </>
  );
}
