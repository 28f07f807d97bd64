import { formatCount } from "#app/components/parts/numbers.ts";
import type { SecondStage } from "#app/domain/evaluation/second-stage.ts";
import { AxisTicks } from "./axis-ticks.tsx";

/** In the unit of 予測力. Linear, so that near zero looks near zero. */
const SCALE = { from: -0.2, to: 2 } as const;

/**
 * What others added to the odds. a, c and d: W. Benter, Computer Based Horse Race Handicapping and Wagering Systems
 * (1994), races of Hong Kong 1986–93; b: the public repository WakuKuwata/horseracing, races of the JRA.
 */
const MARKS = [
  { mark: "a", name: "予想家48人の多数決（香港・1994年の研究）", value: 0.02 },
  { mark: "b", name: "いくつもの予想を混ぜたモデル（中央競馬・51,439R）", value: 0.37 },
  { mark: "c", name: "9項目のモデル（香港・1994年の研究）", value: 0.9 },
  { mark: "d", name: "何年も作り込んだモデル（同上）", value: 1.78 },
] as const;

export function ReportSecondStage({ stage: { deltaR2, low, high, races } }: { stage: SecondStage }) {
  const range = `${formatGain(low)}〜${formatGain(high)}`;
  const scale = MARKS.map(({ mark, value }) => `${mark} ${value.toFixed(2)}`).join("、");
  return (
    <section className="card pad stack">
      <h3>オッズが知らないことを知っているか</h3>
      <p>
        <b>{gainVerdict({ low, high })}</b>
      </p>
      <div className="letters" aria-hidden="true" style={{ "--min": SCALE.from, "--max": SCALE.to }}>
        {MARKS.map(({ mark, value }) => (
          <span key={mark} style={{ "--v": value }}>
            {mark}
          </span>
        ))}
      </div>
      <div
        className="whisk"
        role="img"
        aria-label={`オッズへの上積み 予測力で${formatGain(deltaR2)}、95%区間 ${range}。目盛り：${scale}`}
        style={{ "--min": SCALE.from, "--max": SCALE.to }}
      >
        <i className="base" style={{ "--b": 0 }} />
        {MARKS.map(({ mark, value }) => (
          <i key={mark} className="base lot" style={{ "--b": value }} />
        ))}
        <i className="band" style={{ "--lo": onScale(low), "--hi": onScale(high) }} />
        <i className="dot" style={{ "--v": onScale(deltaR2) }} />
        {low * 100 < SCALE.from && <span className="off below" />}
        {high * 100 > SCALE.to && <span className="off above" />}
      </div>
      <div className="t12 faint">
        <AxisTicks from={SCALE.from} to={SCALE.to} ticks={[0, 0.5, 1, 1.5, 2]} />
      </div>
      <ul className="marks">
        <li className="ours">
          <span aria-hidden="true">●</span>
          <span>このモデルの上積み（{range}）</span>
          <span>{formatGain(deltaR2)}</span>
        </li>
        {MARKS.map(({ mark, name, value }) => (
          <li key={mark}>
            <span>{mark}</span>
            <span>{name}</span>
            <span>{formatGain(value / 100)}</span>
          </li>
        ))}
      </ul>
      <p className="t12 faint">
        オッズだけの予想に、このモデルの確率を加えたとき増える予測力です。混ぜ方はそれより前のレースで決め、
        {formatCount(races)}
        レースで試しました。オッズは実際の出方に合わせて直してからくらべています。ほかの数字とはレースが違うので、目安です。これからの成績を約束するものではありません。
      </p>
    </section>
  );
}

function gainVerdict({ low, high }: Pick<SecondStage, "low" | "high">): string {
  if (low > 0) return "試したレースでは、オッズにないことも知っていました。";
  if (high < 0) return "加えると、オッズだけの予想より悪くなりました。";
  return "まだ分かりません。区間が0をまたいでいます。";
}

/** +0.01, from a difference of pseudo-R². */
function formatGain(gain: number): string {
  const text = (Math.abs(gain) * 100).toFixed(2);
  return `${Number(text) === 0 ? "±" : gain < 0 ? "−" : "+"}${text}`;
}

function onScale(gain: number): number {
  return Math.min(SCALE.to, Math.max(SCALE.from, gain * 100));
}
