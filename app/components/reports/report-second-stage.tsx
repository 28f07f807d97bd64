import { formatCount, formatSigned } from "#app/components/parts/numbers.ts";
import type { SecondStage } from "#app/domain/evaluation/second-stage.ts";
import { AxisTicks } from "./report-scale.tsx";

/** In the unit of 予測力. Linear, so that near zero looks near zero. */
const SCALE = { from: -0.5, to: 2 } as const;
/** A smaller gain is hardly any. */
const SMALL = 0.01;

export function ReportSecondStage({ stage: { deltaR2, low, high, races } }: { stage: SecondStage }) {
  return (
    <div className="pad stack">
      <p className="t14">
        オッズから出した勝率に、このモデルの勝率を少し混ぜて、勝ち馬を読む力がどれだけ上がるかを見ました。0より右なら、オッズにないことを知っています。
      </p>
      <div
        className="whisk"
        role="img"
        aria-label={`オッズへの上積み 予測力で${formatGain(deltaR2)}、95%区間 ${rangeOf({ low, high })}`}
        style={{ "--min": SCALE.from, "--max": SCALE.to }}
      >
        <i className="base" style={{ "--b": 0 }} />
        <i className="band" style={{ "--lo": onScale(low), "--hi": onScale(high) }} />
        <i className="dot" style={{ "--v": onScale(deltaR2) }} />
        {low * 100 < SCALE.from && <span className="off below" />}
        {high * 100 > SCALE.to && <span className="off above" />}
      </div>
      <div className="t12 faint">
        <AxisTicks from={SCALE.from} to={SCALE.to} ticks={[0, 0.5, 1, 1.5, 2]} />
      </div>
      <p className="t12 faint">
        帯は運で動く幅（95%区間）です。混ぜ方はそれより前のレースで決め、{formatCount(races)}
        レースで試しました。これからの成績を約束するものではありません。
      </p>
    </div>
  );
}

/** By the interval: できます。ただし、ごくわずか（+0.40、区間 +0.10〜+0.80）。 */
export function gainWords({ deltaR2, low, high }: Pick<SecondStage, "deltaR2" | "low" | "high">): string {
  const figures = `（${formatGain(deltaR2)}、区間 ${rangeOf({ low, high })}）。`;
  if (high < 0) return `できません。混ぜると、かえって悪くなりました${figures}`;
  if (low <= 0) return `まだ分かりません${figures}`;
  return deltaR2 < SMALL ? `できます。ただし、ごくわずか${figures}` : `できます${figures}`;
}

function rangeOf({ low, high }: Pick<SecondStage, "low" | "high">): string {
  return `${formatGain(low)}〜${formatGain(high)}`;
}

/** +0.01, from a difference of pseudo-R². */
function formatGain(gain: number): string {
  return formatSigned(100 * gain, 2, "±");
}

function onScale(gain: number): number {
  return Math.min(SCALE.to, Math.max(SCALE.from, gain * 100));
}
