import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** A form that nothing came of by then (it did not leave the page after all) gets its button back. */
const UNTAKEN_MS = 1000;

/**
 * Answers every tap at once, while the next page is on its way: a thin line under the bar, and the pressed button busy,
 * so that a second tap sends nothing twice. Takes no room in the layout; without JavaScript the browser shows its own.
 */
export function Pending() {
  const { state } = useNavigation();
  const isPending = state !== "idle";
  const isUnderWay = useRef(false);
  const pressed = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const press = (event: SubmitEvent) => {
      const button = event.submitter;
      if (button?.getAttribute("aria-busy") === "true") {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      pressed.current = button;
      // Now, not with the next rendering: a double tap is faster. Not `disabled`: that would throw the focus away.
      button?.setAttribute("aria-busy", "true");
      window.setTimeout(() => {
        if (!isUnderWay.current) button?.removeAttribute("aria-busy");
      }, UNTAKEN_MS);
    };
    // On the way down, before the router hears of it.
    window.addEventListener("submit", press, { capture: true });
    return () => window.removeEventListener("submit", press, { capture: true });
  }, []);

  useEffect(() => {
    isUnderWay.current = isPending;
    const button = pressed.current;
    if (!isPending || button === null) return;
    button.setAttribute("aria-busy", "true");
    return () => {
      button.removeAttribute("aria-busy");
      pressed.current = null;
    };
  }, [isPending]);

  return isPending ? <div className="pending" role="progressbar" aria-label="読み込み中" /> : null;
}
