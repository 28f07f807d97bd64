import { HorseBadge, Mark } from "#app/components/analyses/figures.tsx";
import { finishSentence } from "#app/components/analyses/finish-words.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { PlacedHorse } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";

/** After the race: how ◎ finished, and the first three with mark and odds. A dead heat has more. */
export function FinishHead({
  placed,
  runners,
  oddsOf,
}: {
  placed: readonly PlacedHorse<Score>[];
  runners: readonly Pick<Runner, "horseNum" | "bracketNum" | "status" | "finishPosition">[];
  oddsOf: ReadonlyMap<number, number>;
}) {
  const markOf = new Map(placed.map(({ score, mark }) => [score.horseNum, mark]));
  const first = runners
    .flatMap((runner) => (runner.finishPosition === null ? [] : [{ ...runner, position: runner.finishPosition }]))
    .filter(({ position }) => position <= 3)
    .sort((one, other) => one.position - other.position || one.horseNum - other.horseNum);
  return (
    <>
      <p className="verdict">
        {finishSentence(
          runners.map((runner) => ({
            ...runner,
            position: runner.finishPosition,
            mark: markOf.get(runner.horseNum) ?? null,
          })),
        )}
      </p>
      <ol className="first-three">
        {first.map(({ horseNum, bracketNum, position }) => (
          <li key={horseNum}>
            <small>{position}着</small>
            <b>
              <HorseBadge horseNum={horseNum} bracketNum={bracketNum} />
              <Mark kind={markOf.get(horseNum) ?? null} />
              {oddsOf.has(horseNum) && `${oddsOf.get(horseNum)?.toFixed(1)}倍`}
            </b>
          </li>
        ))}
      </ol>
    </>
  );
}
