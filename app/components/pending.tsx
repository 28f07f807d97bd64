import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Answers every tap at once, while the next page is on its way: a thin line under the bar, and the pressed button busy,
 * so that a second tap sends nothing twice. Takes no room in the layout; without JavaScript the browser shows its own.
 */
export function Pending() {
  const { state } = useNavigation();
  const isPending = state !== "idle";
  const pressed = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const remember = (event: SubmitEvent) => {
      const isBusy = event.submitter?.getAttribute("aria-busy") === "true";
      if (isBusy) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      pressed.current = event.submitter;
    };
    // On the way down, before the router hears of it.
    window.addEventListener("submit", remember, { capture: true });
    return () => window.removeEventListener("submit", remember, { capture: true });
  }, []);

  useEffect(() => {
    const button = pressed.current;
    if (!isPending || button === null) return;
    // Not `disabled`: that would throw the focus away.
    button.setAttribute("aria-busy", "true");
    return () => {
      button.removeAttribute("aria-busy");
      pressed.current = null;
    };
  }, [isPending]);

  return isPending ? <div className="pending" role="progressbar" aria-label="読み込み中" /> : null;
}
