import { HorseBadge, Mark } from "#app/components/analyses/figures.tsx";
import { featureName } from "#app/components/model-form/feature-words.ts";
import { formatFairOdds, formatIndex, formatPercent } from "#app/components/parts/numbers.ts";
import type { Why } from "#app/domain/scoring/explain-race.ts";
import type { PlacedHorse } from "#app/domain/scoring/place-horses.ts";

const CHIPS = 3;

export interface BestScore {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
  index: number;
  probability: number | null;
}

/**
 * The best horse that starts: its chance, the three features that moved its index most, the gap to the next horse, and
 * its fair odds beside the market's.
 *
 * @param odds to win, unknown if null
 */
export function BestHorse({
  placed,
  why,
  odds,
}: {
  placed: readonly PlacedHorse<BestScore>[];
  why: readonly (Why & { horseNum: number })[];
  odds: number | null;
}) {
  const [best, next] = placed.filter(({ isOut }) => !isOut);
  if (best === undefined) return null;
  const { horseNum, bracketNum, horseName, index, probability } = best.score;
  const reasons = why.find((one) => one.horseNum === horseNum);
  const chips = [...(reasons?.up ?? []), ...(reasons?.down ?? [])]
    .toSorted((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
    .slice(0, CHIPS);
  const facts = [
    next === undefined ? null : `${next.score.horseNum}番との指数の差は${(index - next.score.index).toFixed(2)}。`,
    probability === null
      ? null
      : `適正オッズ${formatFairOdds(probability)}${odds === null ? "。" : `に対して、単勝オッズは${odds.toFixed(1)}倍。`}`,
  ].filter((fact) => fact !== null);
  return (
    <section className="card pad stack best">
      <div className="best-line">
        <p>
          <small>{best.mark === "favourite" ? "本命" : "指数の1番手"}</small>
          <span className="best-name">
            <Mark kind={best.mark} />
            <HorseBadge horseNum={horseNum} bracketNum={bracketNum} />
            <b>{horseName}</b>
          </span>
        </p>
        <p className="best-figure">
          <small>{probability === null ? "指数" : "勝率"}</small>
          <b>{probability === null ? formatIndex(index) : formatPercent(probability * 100)}</b>
        </p>
      </div>
      {chips.length > 0 && (
        <ul className="chips-line">
          {chips.map(({ feature, contribution }) => (
            <li key={feature} className={contribution < 0 ? "tag dirt" : "tag turf"}>
              {featureName(feature)} {formatIndex(contribution)}
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && <p className="t13 muted">{facts.join("")}</p>}
    </section>
  );
}
