import { useNavigation } from "@remix-run/react";
import { useLayoutEffect, useRef } from "react";

/** A navigation that has not begun by then was cancelled by another handler, and the button can be pressed again. */
const RELEASE_AFTER_MS = 1000;

/**
 * Shows at once that the next page loads: a line under the bar, and a busy button, so that a second tap submits
 * nothing. Without script the browser shows its own progress.
 */
export function Pending() {
  const { state } = useNavigation();
  const isPending = state !== "idle";
  const isUnderWay = useRef(false);
  const pressed = useRef<HTMLElement | null>(null);

  // Before the next event: passive effects would miss a tap right after hydration.
  useLayoutEffect(() => {
    const press = (event: SubmitEvent) => {
      const button = event.submitter;
      if (button?.getAttribute("aria-busy") === "true") {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      // The last press may still be under way; this one replaces it.
      pressed.current?.removeAttribute("aria-busy");
      pressed.current = button;
      // A double tap is faster than the next render. `disabled` would lose the focus.
      button?.setAttribute("aria-busy", "true");
      window.setTimeout(() => {
        if (!isUnderWay.current) button?.removeAttribute("aria-busy");
      }, RELEASE_AFTER_MS);
    };
    // In the capture phase, before the router.
    window.addEventListener("submit", press, { capture: true });
    return () => window.removeEventListener("submit", press, { capture: true });
  }, []);

  useLayoutEffect(() => {
    isUnderWay.current = isPending;
    if (!isPending) return;
    pressed.current?.setAttribute("aria-busy", "true");
    return () => {
      pressed.current?.removeAttribute("aria-busy");
      pressed.current = null;
    };
  }, [isPending]);

  return isPending ? <div className="pending" role="progressbar" aria-label="読み込み中" /> : null;
}
