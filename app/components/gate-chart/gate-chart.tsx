import { MARKS } from "#app/components/analyses/figures.tsx";
import { formatIndex } from "#app/components/parts/numbers.ts";
import { type ChartHorse, layOutChart } from "#app/domain/scoring/chart-layout.ts";
import { MARK_SIGNS } from "#app/domain/scoring/shared-analysis.ts";

/** Heights in px of a chart: on the analysis page before and after the race, on home, and at the head of a card. */
export const CHART_HEIGHTS = { analysis: 190, finished: 206, home: 172, card: 122, look: 118 } as const;

/**
 * The runners in stall order as bars in their bracket colours from the zero line by index, with marks; after the race the
 * first three have flags. Its label says the same in words. No viewBox: text keeps its size at every width.
 */
export function GateChart({ horses, height }: { horses: readonly ChartHorse[]; height: number }) {
  const { zero, floor, barWidth, bars, lines, bands } = layOutChart(horses, height);
  const starting = bars.filter(({ horse }) => !horse.isOut);
  const above = starting.filter(({ horse }) => horse.index > 0);
  const below = starting.filter(({ horse }) => horse.index < 0);
  return (
    <figure className={`gate-chart${lines.length > 0 ? " lined" : ""}`}>
      <svg height={height} role="img" aria-label={chartWords(horses)}>
        {lines.map(({ index, y }) => (
          <g key={index}>
            <line className="level" x2="100%" y1={px(y)} y2={px(y)} />
            <text className="level-name" x="100%" dx="4" y={px(y + 4)}>
              +{index}
            </text>
          </g>
        ))}
        {/* Bars reach behind the zero line, so that only their outer corners are round. */}
        <svg width="100%" height={px(zero)} aria-hidden="true">
          {above.map(({ horse, left, top, height: tall }) => (
            <rect key={horse.horseNum} {...colour(horse)} {...box(left, barWidth, top, tall + OVERLAP)} rx="2.5" />
          ))}
        </svg>
        <svg aria-hidden="true" className="below" y={px(zero)} width="100%" height={px(floor - zero)}>
          {below.map(({ horse, left, height: tall }) => (
            <rect key={horse.horseNum} {...colour(horse)} {...box(left, barWidth, -OVERLAP, tall + OVERLAP)} rx="2.5" />
          ))}
        </svg>
        <line className="zero" x2="100%" y1={px(zero)} y2={px(zero)} />
        {starting.map(({ horse, centre, top }) => {
          const foot = horse.index > 0 ? top : zero;
          return (
            <g key={horse.horseNum}>
              {horse.mark !== null && (
                <svg aria-hidden="true" className="mark" x={pc(centre)} y={px(foot - 11)}>
                  <g transform="scale(.54) translate(-12 -12)">{MARKS[horse.mark].shape}</g>
                </svg>
              )}
              {horse.finish !== null && horse.finish <= 3 && (
                <svg
                  aria-hidden="true"
                  className={horse.finish === 1 ? "flag first" : "flag"}
                  x={pc(centre)}
                  y={px(foot - (horse.mark ? 20 : 1))}
                >
                  <path d="M-7-18H8V-4H-7z" />
                  <line x1="-7" x2="-7" y1="-18.7" y2="1" />
                  <text x=".5" y="-6.6">
                    {horse.finish}
                  </text>
                </svg>
              )}
            </g>
          );
        })}
        {bars.map(({ horse, centre }) => (
          <text
            key={horse.horseNum}
            className={!horse.isOut && (horse.mark !== null || isPlaced(horse)) ? "on" : undefined}
            x={pc(centre)}
            y={height - 8}
          >
            {horse.isOut ? "取" : horse.horseNum}
          </text>
        ))}
        <g className="band">
          {bands.map(({ bracketNum, left, width }) => (
            <rect key={left} className={`w${bracketNum}`} {...box(left, width, height - 4, 4)} rx="1" />
          ))}
        </g>
      </svg>
    </figure>
  );
}

/** px by which a bar reaches behind the zero line. */
const OVERLAP = 6;

function isPlaced({ finish }: ChartHorse): boolean {
  return finish !== null && finish <= 3;
}

function colour({ bracketNum }: ChartHorse) {
  return { className: `w${bracketNum !== null && bracketNum >= 1 && bracketNum <= 8 ? bracketNum : 0}` };
}

function box(left: number, width: number, y: number, height: number) {
  return { x: pc(left), width: pc(width), y: px(y), height: px(height) };
}

function pc(value: number): string {
  return `${value.toFixed(2)}%`;
}

function px(value: number): number {
  return Number(value.toFixed(1));
}

/** 馬番順の指数。◎11番コメットウェーブ +1.58、…、12番は取消。結果は1着7番、… */
export function chartWords(horses: readonly ChartHorse[]): string {
  const marked = horses
    .filter(({ mark, isOut }) => mark !== null && !isOut)
    .sort((one, other) => other.index - one.index || one.horseNum - other.horseNum)
    .map(({ mark, horseNum, name, index }) => `${mark && MARK_SIGNS[mark]}${horseNum}番${name} ${formatIndex(index)}`);
  const out = horses.filter(({ isOut }) => isOut).map(({ horseNum }) => `${horseNum}番は取消`);
  const placed = horses
    .filter(isPlaced)
    .sort((one, other) => (one.finish ?? 0) - (other.finish ?? 0) || one.horseNum - other.horseNum)
    .map(({ finish, horseNum }) => `${finish}着${horseNum}番`);
  const result = placed.length === 0 ? "" : `結果は${placed.join("、")}。`;
  return `馬番順の指数。${[...marked, ...out].join("、")}。${result}`;
}
