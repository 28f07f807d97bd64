import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { ModelReport } from "#app/domain/evaluation/model-report.ts";
import { formatRate, formatRateRange, formatSkillRange } from "./report-words.ts";

export function ReportFigures({ report: { skill, returns, outlook } }: { report: ModelReport }) {
  const win = returns.model.win;
  const favourite = returns.favourite.win;
  return (
    <dl className="card kpis">
      <div>
        <dt>
          <a href="#skill">予測力</a>
        </dt>
        <dd className="rate">{formatSkill(skill.pseudoR2)}</dd>
        <dd className="sub">
          95%区間 {formatSkillRange(skill.pseudoR2Interval)}
          {outlook !== null && (
            <>
              <br />
              これから半年 {formatSkillRange(outlook.nextHalfYear)}
            </>
          )}
          {skill.marketPseudoR2 !== null && (
            <>
              <br />
              オッズ {formatSkill(skill.marketPseudoR2)}
            </>
          )}
        </dd>
      </div>
      <TopPick skill={skill} />
      <div>
        <dt>単勝の回収率</dt>
        <dd className="rate">
          <Percent rate={win.returnRate} />
        </dd>
        <dd className="sub">
          {win.returnRate === null ? (
            "払戻金のあるレースがありません"
          ) : (
            <>
              95%区間 {formatRateRange(win.low, win.high)}
              <br />
              的中率 {formatRate(win.hitRate)}
              {favourite.returnRate !== null && (
                <>
                  <br />
                  1番人気 {formatRate(favourite.returnRate)}
                  <span className="keep">（的中 {formatRate(favourite.hitRate)}）</span>
                </>
              )}
              <br />
              くじ引き {formatRate(returns.random.win.returnRate)}
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>確率のずれ</dt>
        <dd className="rate">
          {(skill.calibrationError * 100).toFixed(1)}
          <small>pt</small>
        </dd>
        <dd className="sub">
          予想した勝率と実際の差
          <br />
          1pt未満なら良好
        </dd>
      </div>
    </dl>
  );
}

function TopPick({ skill: { races, top, topWinInterval, favourite, random } }: { skill: ForecastSkill }) {
  return (
    <div>
      <dt>1位の馬が勝った割合</dt>
      <dd className="rate">
        <Percent rate={top.winRate} />
      </dd>
      <dd className="sub">
        {formatCount(Math.round(top.winRate * races))}/{formatCount(races)}R（
        {formatRateRange(topWinInterval.low, topWinInterval.high)}）
        <br />
        3着以内 {formatRate(top.placeRate)}
        {favourite !== null && (
          <>
            <br />
            1番人気 {formatRate(favourite.winRate)}
            <span className="keep">（3着以内 {formatRate(favourite.placeRate)}）</span>
          </>
        )}
        <br />
        くじ引き {formatRate(random.winRate)}
      </dd>
    </div>
  );
}

function Percent({ rate }: { rate: number | null }) {
  if (rate === null) return <>–</>;
  return (
    <>
      {(rate * 100).toFixed(1)}
      <small>%</small>
    </>
  );
}
