import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Asks before unsaved input is lost, on closing the tab and on a link.
 *
 * @param isDirty      something was typed or chosen that is stored nowhere
 * @param isSending    true from the moment the form is on its way: its redirect is no loss
 */
export function useLeaveWarning(isDirty: boolean, isSending: { readonly current: boolean }): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSending.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm("入力した内容は保存されていません。このページを離れますか？")) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}
