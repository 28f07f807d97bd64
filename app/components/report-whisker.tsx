import { formatRate } from "./report-words.ts";

const FROM = 50;
const TO = 110;

/**
 * A return rate on the scale of 50 to 110 per cent: dot with its 95 % band, a full tick for the favourite, a short one
 * for the lot, a dashed line at 100. What leaves the scale stays at its end, with an arrow. Values are ratios.
 */
export function ReturnWhisker({
  returnRate,
  low,
  high,
  favourite,
  random,
}: {
  returnRate: number;
  low: number | null;
  high: number | null;
  favourite: number | null;
  random: number | null;
}) {
  const label = [
    `回収率 ${formatRate(returnRate)}`,
    low === null || high === null ? "" : `95%区間 ${(low * 100).toFixed(1)}〜${formatRate(high)}`,
    favourite === null ? "" : `1番人気 ${formatRate(favourite)}`,
    random === null ? "" : `くじ引き ${formatRate(random)}`,
  ];
  const percent = returnRate * 100;
  return (
    <div
      className="whisk"
      role="img"
      aria-label={label.filter((part) => part !== "").join("、")}
      style={{ "--min": FROM, "--max": TO }}
    >
      <i className="even" />
      {low !== null && high !== null && <i className="band" style={{ "--lo": onScale(low), "--hi": onScale(high) }} />}
      {favourite !== null && <i className="base" style={{ "--b": onScale(favourite) }} />}
      {random !== null && <i className="base lot" style={{ "--b": onScale(random) }} />}
      <i className="dot" style={{ "--v": onScale(returnRate) }} />
      {(percent < FROM || percent > TO) && (
        <span className={percent < FROM ? "off below" : "off above"} aria-hidden="true" />
      )}
    </div>
  );
}

/** What the signs of {@link ReturnWhisker} mean. */
export function WhiskerLegend() {
  return (
    <p className="legend" aria-hidden="true">
      <span>
        <i className="k-dot" />
        このモデル
      </span>
      <span>
        <i className="k-band" />
        運で動く幅（95%区間）
      </span>
      <span>
        <i className="k-base" />
        1番人気
      </span>
      <span>
        <i className="k-lot" />
        くじ引き
      </span>
      <span>
        <i className="k-even" />
        100%
      </span>
    </p>
  );
}

function onScale(rate: number): number {
  return Math.min(TO, Math.max(FROM, Math.round(rate * 1000) / 10));
}
