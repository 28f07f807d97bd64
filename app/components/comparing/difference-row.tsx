import type { ReactNode } from "react";
import { Tag } from "#app/components/parts/parts.tsx";
import { type Verdict, verdictOf } from "#app/domain/comparing/paired-difference.ts";
import { formatDifference } from "./compare-words.ts";

const TONES: Record<Verdict, "turf" | "warn" | undefined> = { better: "turf", worse: "warn", unknown: undefined };
const ICONS = { better: "check", worse: "down", unknown: "info" } as const;

/** An element of `ul.differences`. */
export function DifferenceRow({
  name,
  label,
  words,
  measured,
  scale: { from, to },
  format = formatDifference,
  unit = "",
}: {
  name: ReactNode;
  label: string;
  /** Absent: the row has no verdict of its own. */
  words?: Record<Verdict, string>;
  measured: { difference: number; low: number; high: number };
  /** In hundredths (differenceScale). */
  scale: { from: number; to: number };
  format?: (difference: number) => string;
  unit?: string;
}) {
  const { difference, low, high } = measured;
  const verdict = verdictOf(measured);
  const figures = [difference, low, high].map(format);
  return (
    <li>
      <span className="row-name">{name}</span>
      {words !== undefined && (
        <Tag tone={TONES[verdict]} icon={ICONS[verdict]}>
          {words[verdict]}
        </Tag>
      )}
      <div
        className={verdict === "unknown" ? "whisk difference" : "whisk difference sure"}
        role="img"
        aria-label={`${label} ${figures[0]}${unit}、運で動く幅 ${figures[1]}〜${figures[2]}。${words?.[verdict] ?? ""}`}
        style={{ "--min": from, "--max": to }}
      >
        <i className="zero" />
        <i className="band" style={{ "--lo": low * 100, "--hi": high * 100 }} />
        <i className="dot" style={{ "--v": difference * 100 }} />
      </div>
      <span className="value">
        <b>{figures[0]}</b>
        {unit}　<span className="keep">{`${figures[1]}〜${figures[2]}`}</span>
      </span>
    </li>
  );
}
