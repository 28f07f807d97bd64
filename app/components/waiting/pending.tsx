import { useNavigation } from "@remix-run/react";
import { useLayoutEffect, useRef } from "react";

/** If no navigation has begun by then (another handler cancelled it), the button can be pressed again. */
const RELEASE_AFTER_MS = 1000;

/**
 * Immediate feedback while the next page loads: a thin line under the bar, and the pressed button is busy, so that a
 * second tap submits nothing. Takes no room in the layout; without JavaScript the browser shows its own progress.
 */
export function Pending() {
  const { state } = useNavigation();
  const isPending = state !== "idle";
  const isUnderWay = useRef(false);
  const pressed = useRef<HTMLElement | null>(null);

  // Before the next event: a tap that comes between hydration and passive effects would be followed by a second one.
  useLayoutEffect(() => {
    const press = (event: SubmitEvent) => {
      const button = event.submitter;
      if (button?.getAttribute("aria-busy") === "true") {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      pressed.current = button;
      // At once, because a double tap is faster than the next render. Not `disabled`, which would lose the focus.
      button?.setAttribute("aria-busy", "true");
      window.setTimeout(() => {
        if (!isUnderWay.current) button?.removeAttribute("aria-busy");
      }, RELEASE_AFTER_MS);
    };
    // In the capture phase, before the router handles it.
    window.addEventListener("submit", press, { capture: true });
    return () => window.removeEventListener("submit", press, { capture: true });
  }, []);

  useLayoutEffect(() => {
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
