import { Legend } from "./legend.tsx";
import { type ReturnScale, toPercent } from "./report-scale.tsx";
import { formatRate } from "./report-words.ts";

/**
 * A dot with its 95 % band, a full tick for the favourite, a short one for the lot, a dashed line at 100. Beyond the
 * scale it is clipped, with an arrow. Values are ratios.
 */
export function ReturnWhisker({
  returnRate,
  low,
  high,
  favourite,
  random = null,
  scale: { from, to },
}: {
  returnRate: number;
  low: number | null;
  high: number | null;
  favourite: number | null;
  random?: number | null;
  scale: ReturnScale;
}) {
  const label = [
    `回収率 ${formatRate(returnRate)}`,
    low === null || high === null ? "" : `95%区間 ${(low * 100).toFixed(1)}〜${formatRate(high)}`,
    favourite === null ? "" : `1番人気 ${formatRate(favourite)}`,
    random === null ? "" : `くじ引き ${formatRate(random)}`,
  ];
  const ends = [returnRate, low ?? returnRate, high ?? returnRate].map(toPercent);
  const onScale = (rate: number) => Math.min(to, Math.max(from, toPercent(rate)));
  return (
    <div
      className="whisk"
      role="img"
      aria-label={label.filter((part) => part !== "").join("、")}
      style={{ "--min": from, "--max": to }}
    >
      <i className="even" />
      {low !== null && high !== null && <i className="band" style={{ "--lo": onScale(low), "--hi": onScale(high) }} />}
      {favourite !== null && <i className="base" style={{ "--b": onScale(favourite) }} />}
      {random !== null && <i className="base lot" style={{ "--b": onScale(random) }} />}
      <i className="dot" style={{ "--v": onScale(returnRate) }} />
      {Math.min(...ends) < from && <span className="off below" />}
      {Math.max(...ends) > to && <span className="off above" />}
    </div>
  );
}

export function WhiskerLegend({ dot = "このモデル", hasLot = true }: { dot?: string; hasLot?: boolean }) {
  return (
    <Legend
      signs={[
        ["dot", dot],
        ["band", "運で動く幅（95%区間）"],
        ["base", "1番人気"],
        hasLot && ["lot", "くじ引き"],
        ["even", "100%"],
      ]}
    />
  );
}
