import { HorseBadge, Mark } from "#app/components/analyses/figures.tsx";
import { formatFairOdds, formatIndex, formatPercent } from "#app/components/parts/numbers.ts";
import type { PlacedHorse } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { GroupView } from "#app/domain/scoring/view-groups.ts";

const CHIPS = 3;

/** The best horse that starts, with the views that moved its index most. `odds` are to win, unknown if null. */
export function BestHorse({
  placed,
  groupsOf,
  odds,
}: {
  placed: readonly PlacedHorse<Omit<Score, "placeProbability">>[];
  groupsOf: (horseNum: number) => readonly GroupView[] | undefined;
  odds: number | null;
}) {
  const [best, next] = placed.filter(({ isOut }) => !isOut);
  if (best === undefined) return null;
  const { horseNum, bracketNum, horseName, index, probability } = best.score;
  const chips = (groupsOf(horseNum) ?? [])
    .map(({ group, contribution }) => ({ group, contribution: contribution ?? 0 }))
    .filter(({ contribution }) => contribution !== 0)
    .sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
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
          {chips.map(({ group, contribution }) => (
            <li key={group} className={contribution < 0 ? "tag dirt" : "tag turf"}>
              {group} {formatIndex(contribution)}
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && <p className="t13 muted">{facts.join("")}</p>}
    </section>
  );
}
