import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { ListedRunner } from "#app/domain/views/race-list.ts";

/** Rendered by the loader, so they need no script. */

/** Several after a dead heat. */
export function Winners({ winners }: { winners: readonly ListedRunner[] }) {
  return (
    <span className="mark-row">
      {winners.map((winner) => (
        <span key={winner.horseNum}>
          <span className="keep">1着</span> <HorseBadge {...winner} />
          <span className="name">{winner.horseName}</span>
        </span>
      ))}
    </span>
  );
}

/** ◎ ○ ▲. A horse that does not start keeps its place last, without a mark. */
export function Picks({ picks }: { picks: readonly ListedRunner[] }) {
  return (
    <span className="mark-row">
      {placeHorses(picks, picks).map(({ score: pick, mark, isOut }) =>
        isOut ? (
          <span key={pick.horseNum} className="faint">
            <HorseBadge {...pick} />
            <small>{finishWords({ status: pick.status, position: null })}</small>
          </span>
        ) : (
          <span key={pick.horseNum}>
            <Mark kind={mark} />
            <HorseBadge {...pick} />
          </span>
        ),
      )}
    </span>
  );
}

/** ◎2着. */
export function PickFinish({ pick: { status, finishPosition } }: { pick: ListedRunner }) {
  const tone = finishPosition === 1 ? "f1" : finishPosition !== null && finishPosition <= 3 ? "f2" : "f0";
  return (
    <b className={tone}>
      <Mark kind={markOfPlace(1)} />
      {finishWords({ status, position: finishPosition })}
    </b>
  );
}
