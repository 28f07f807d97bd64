import { formatCount, formatSigned } from "#app/components/parts/numbers.ts";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import { GROWN_RACES, type Outlook } from "#app/domain/evaluation/outlook.ts";
import { AxisTicks } from "./report-scale.tsx";
import { formatSkillRange } from "./report-words.ts";
import { onSkillScale } from "./skill-ruler.tsx";

const SCALE = { from: 0, to: 30 } as const;

export function ReportOutlook({ skill, outlook }: { skill: ForecastSkill; outlook: Outlook }) {
  const { nextHalfYear, trend, learntRaces } = outlook;
  return (
    <div className="pad stack">
      <Range name="これまで" interval={skill.pseudoR2Interval} middle={skill.pseudoR2} />
      <Range name="これから半年" interval={nextHalfYear} />
      <div className="t12 faint">
        <AxisTicks from={SCALE.from} to={SCALE.to} ticks={[0, 10, 20, 30]} />
      </div>
      <p className="t13 muted">
        これまでの幅は、長い間の平均の確かさです。半年ではレースが少ないので、運で大きく動き、時期による違いも加わります。見込みが当たるのは20回に19回ほどで、成績を約束するものではありません。
      </p>
      <p className="t13">{trendWords(trend)}</p>
      {learntRaces < GROWN_RACES && (
        <p className="t13">
          学習したレースは{formatCount(learntRaces)}。{formatCount(GROWN_RACES)}
          レースになるまでは、データが増えるほど予測力が上がりやすい途中の段階です。
        </p>
      )}
    </div>
  );
}

export function outlookWords({ nextHalfYear }: Outlook): string {
  return `これから半年の予測力は、${formatSkillRange(nextHalfYear)}に入る見込みです。`;
}

function Range({
  name,
  interval,
  middle,
}: {
  name: string;
  interval: Outlook["nextHalfYear"];
  middle?: number | undefined;
}) {
  return (
    <div>
      <p className="t12 muted">
        {name} {formatSkillRange(interval)}
      </p>
      <div
        className="whisk"
        role="img"
        aria-label={`${name}の予測力、95%区間 ${formatSkillRange(interval)}`}
        style={{ "--min": SCALE.from, "--max": SCALE.to }}
      >
        <i className="band" style={{ "--lo": onSkillScale(interval.low), "--hi": onSkillScale(interval.high) }} />
        {middle !== undefined && <i className="dot" style={{ "--v": onSkillScale(middle) }} />}
      </div>
    </div>
  );
}

function trendWords(trend: Outlook["trend"]): string {
  if (trend === null) return "四半期の数が足りず、上がっているか下がっているかはまだ分かりません。";
  const figures = `1年あたり${signed(trend.perYear)}（95%区間 ${signed(trend.low)}〜${signed(trend.high)}）`;
  if (trend.low > 0) return `四半期ごとに見ると、予測力は上がってきました。${figures}です。`;
  if (trend.high < 0) return `四半期ごとに見ると、予測力は下がってきました。${figures}です。`;
  return `四半期ごとに見ても、上がっているとも下がっているとも言えません。${figures}です。`;
}

/** In the unit of 予測力. */
function signed(difference: number): string {
  return formatSigned(100 * difference, 1, "±");
}
