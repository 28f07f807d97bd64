import { type ReactNode, useEffect, useRef, useState } from "react";
import { TICKET_NAMES } from "#app/components/rankings/ranking-words.ts";
import { TICKET_TYPES } from "#app/domain/rankings/pick-returns.ts";

/** How long a card stands before the next ticket type. */
const TURN_MS = 6000;

/**
 * The cards below turn together among total, win, place and quinella, or stand at the one that is pressed. They
 * wait while anyone points at them or has the focus in them, and for good once they were stopped, or where the reader
 * wants no motion. Which list shows is the style's work (`data-at`): without script all four stand in a row. On public
 * pages rankings.js does the same.
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
      const isHeld = document.hidden || cards.current?.matches(":hover, :focus-within") === true;
      if (!isHeld) setAt((shown) => (shown + 1) % TICKET_TYPES.length);
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

/** Buttons of the ticket types, and the one that stops and starts; the style hides them where no script runs. */
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
