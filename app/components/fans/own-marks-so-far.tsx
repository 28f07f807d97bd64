import { OWN_MARKS } from "#app/domain/own-marks.ts";
import type { HorseRun } from "#app/domain/views/horse.ts";
import { OwnMarkSign } from "./own-mark.tsx";

/** The finishes of the horse in races with an own mark; nothing without any. */
export function MarkedRuns({ runs }: { runs: readonly HorseRun[] }) {
  const marked = runs.filter(({ mark }) => mark !== null);
  if (marked.length === 0) return null;
  return (
    <p className="mkp">
      <span>印を打った{marked.length}走</span>
      {OWN_MARKS.map((mark) => {
        const own = marked.filter((run) => run.mark === mark);
        const placed = own.filter(({ finishPosition }) => finishPosition !== null && finishPosition <= 3);
        if (own.length === 0) return null;
        return (
          <span key={mark}>
            <OwnMarkSign mark={mark} /> <b>{own.length}走</b> 3着まで {placed.length}回
          </span>
        );
      })}
    </p>
  );
}
