import { type ReactNode, useEffect, useRef, useState } from "react";
import { TICKET_NAMES } from "#app/components/rankings/ranking-words.ts";
import { TICKET_TYPES } from "#app/domain/rankings/pick-returns.ts";

const TURN_MS = 6000;

/**
 * The cards turn together through total, win, place and quinella, or stop at the one that is pressed. They pause on
 * hover, while focused and while the page is hidden, and do not start if the reader prefers reduced motion. CSS chooses
 * the visible list (`data-at`): without script all four are shown, one below the other. On public pages rankings.js
 * does the same.
 */
export function TurningCards({ children }: { children: ReactNode }) {
  const [at, setAt] = useState(0);
  const [isTurning, setTurning] = useState(true);
  const cards = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setTurning(false);
  }, []);

  useEffect(() => {
    if (!isTurning) return;
    const timer = setInterval(() => {
      const isPaused = document.hidden || cards.current?.matches(":hover, :focus-within") === true;
      if (!isPaused) setAt((shown) => (shown + 1) % TICKET_TYPES.length);
    }, TURN_MS);
    return () => clearInterval(timer);
  }, [isTurning]);

  return (
    <div className="turning" data-at={at}>
      <TurnControls
        at={at}
        isTurning={isTurning}
        onChoose={(chosen) => {
          setAt(chosen);
          setTurning(false);
        }}
        onTurn={() => setTurning(!isTurning)}
      />
      <div className="cols" ref={cards}>
        {children}
      </div>
    </div>
  );
}

/** CSS hides them without script. */
export function TurnControls({
  at = 0,
  isTurning = true,
  onChoose,
  onTurn,
}: {
  at?: number;
  isTurning?: boolean;
  onChoose?: (at: number) => void;
  onTurn?: () => void;
}) {
  return (
    <fieldset className="turner" aria-label="カードに出す券種">
      <div className="seg">
        {TICKET_TYPES.map((ticket, place) => (
          <button key={ticket} type="button" aria-pressed={place === at} onClick={() => onChoose?.(place)}>
            {TICKET_NAMES[ticket]}
          </button>
        ))}
      </div>
      <button type="button" className="btn" onClick={onTurn}>
        {isTurning ? "止める" : "動かす"}
      </button>
    </fieldset>
  );
}
