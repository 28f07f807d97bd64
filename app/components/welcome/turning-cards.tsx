import { type ReactNode, useEffect, useRef, useState } from "react";
import { TICKET_NAMES } from "#app/components/rankings/ranking-words.ts";
import { TICKET_TYPES } from "#app/domain/rankings/pick-returns.ts";

const TURN_MS = 6000;

/**
 * The cards turn together through total, win, place and quinella, or stop at the one that is chosen. They pause on
 * hover, while focused and while the page is hidden, and do not start if the reader prefers reduced motion. CSS shows
 * the list of the checked choice, so choosing needs no script. On public pages rankings.js does the same.
 */
export function TurningCards({ children }: { children: ReactNode }) {
  const [isTurning, setTurning] = useState(true);
  const all = useRef<HTMLDivElement>(null);
  const cards = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setTurning(false);
  }, []);

  useEffect(() => {
    if (!isTurning) return;
    const timer = setInterval(() => {
      if (document.hidden || cards.current?.matches(":hover, :focus-within") === true) return;
      const choices = [...(all.current?.querySelectorAll<HTMLInputElement>(".turner input") ?? [])];
      const next = choices[(choices.findIndex(({ checked }) => checked) + 1) % choices.length];
      if (next !== undefined) next.checked = true;
    }, TURN_MS);
    return () => clearInterval(timer);
  }, [isTurning]);

  return (
    <div className="turning" ref={all}>
      <TurnControls isTurning={isTurning} onChoose={() => setTurning(false)} onTurn={() => setTurning(!isTurning)} />
      <div className="cols" ref={cards}>
        {children}
      </div>
    </div>
  );
}

export function TurnControls({
  isTurning = true,
  onChoose,
  onTurn,
}: {
  isTurning?: boolean;
  onChoose?: () => void;
  onTurn?: () => void;
}) {
  return (
    <fieldset className="turner" aria-label="カードに出す券種" onChange={onChoose}>
      <div className="seg">
        {TICKET_TYPES.map((ticket, place) => (
          <label key={ticket}>
            <input type="radio" name="shown" value={ticket} defaultChecked={place === 0} />
            {TICKET_NAMES[ticket]}
          </label>
        ))}
      </div>
      <button type="button" className="btn" onClick={onTurn}>
        {isTurning ? "止める" : "動かす"}
      </button>
    </fieldset>
  );
}
