import { Link } from "#app/components/parts/link.tsx";
import { formatDayCompact, formatIndex } from "#app/components/parts/numbers.ts";
import type { HorseRun, HorseView } from "#app/domain/views/horse.ts";

/** More do not fit side by side on a phone. */
const MOST_POINTS = 20;

interface Size {
  name: "lg" | "sm";
  width: number;
  height: number;
  left: number;
}

const SIZES: readonly Size[] = [
  { name: "lg", width: 640, height: 200, left: 34 },
  { name: "sm", width: 334, height: 180, left: 30 },
];

/** The index of the chosen model from race to race; nothing with fewer than two. */
export function IndexHistory({ horse, page }: { horse: HorseView; page: string }) {
  const { models, modelId, runs, next } = horse;
  const points = [...(next === null ? [] : [next]), ...runs]
    .flatMap((run) => (run.index === null ? [] : [{ run, index: run.index.index }]))
    .slice(0, MOST_POINTS)
    .reverse();
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const model = models.find((one) => one.modelId === modelId);
  const label = `${model?.modelName ?? ""}の指数。${formatDayCompact(first.run.date)}の${formatIndex(first.index)}から${formatDayCompact(last.run.date)}の${formatIndex(last.index)}まで${points.length}走`;
  return (
    <section className="card pad stack">
      <h3>指数の移りかわり</h3>
      <p className="by t13">
        {models.length === 1 ? (
          <span>{model?.modelName}</span>
        ) : (
          models.map((one) => (
            <Link
              key={one.modelId}
              to={`${page}?model=${one.modelId}`}
              aria-current={one.modelId === modelId ? "true" : undefined}
            >
              {one.modelName}（{one.runs}走）
            </Link>
          ))
        )}
      </p>
      {SIZES.map((size) => (
        <Chart key={size.name} size={size} points={points} label={label} nextId={next?.raceId ?? null} />
      ))}
      <p className="legend2 t12">
        <span>塗り：3着まで</span>
        <span>白ぬき：4着から下</span>
        <span>数字は着順</span>
        <span>0はそのレースの平均</span>
      </p>
      <p className="t12 faint">
        自分が分析したレースだけの値です。相手が変わるので、指数の上下は力の変化だけではありません。
      </p>
    </section>
  );
}

function Chart({
  size: { name, width, height, left },
  points,
  label,
  nextId,
}: {
  size: Size;
  points: readonly { run: HorseRun; index: number }[];
  label: string;
  nextId: string | null;
}) {
  const values = points.map(({ index }) => index);
  const low = Math.floor(Math.min(0, ...values));
  const high = Math.ceil(Math.max(1, ...values));
  const [top, bottom] = [26, height - 14];
  const y = (index: number) => bottom - ((index - low) / (high - low)) * (bottom - top);
  const x = (at: number) => left + 14 + (at * (width - left - 28)) / Math.max(1, points.length - 1);
  const levels = Array.from({ length: high - low + 1 }, (_, step) => low + step);
  return (
    <svg className={`hchart ${name}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {levels.map((level) => (
        <g key={level}>
          <line x1={left} x2={width - 6} y1={y(level)} y2={y(level)} className={level === 0 ? "ax" : "grid"} />
          <text x={left - 6} y={y(level) + 4} textAnchor="end">
            {level > 0 ? `+${level}` : level < 0 ? `−${-level}` : "0"}
          </text>
        </g>
      ))}
      <polyline className="ln" points={points.map(({ index }, at) => `${x(at)},${y(index)}`).join(" ")} />
      {points.map(({ run, index }, at) => {
        const place = run.finishPosition;
        const isNext = run.raceId === nextId;
        return (
          <g key={run.raceId}>
            <circle
              cx={x(at)}
              cy={y(index)}
              r="5"
              className={isNext ? "now" : place !== null && place <= 3 ? "in" : "o"}
            />
            <text x={x(at)} y={y(index) - 10} textAnchor="middle" className={place === 1 || isNext ? "st" : undefined}>
              {isNext ? "今回" : (place ?? "–")}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
