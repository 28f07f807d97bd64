import { useBlocker, useLocation } from "@remix-run/react";
import { type MutableRefObject, useEffect, useRef } from "react";

/** Each new `answer` ends a submission. Set the returned ref on submit, because its redirect is no loss. */
export function useLeaveWarning(isDirty: boolean, answer: unknown): MutableRefObject<boolean> {
  const isSending = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer ends the sending
  useEffect(() => {
    isSending.current = false;
  }, [answer]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
  // The router may have left this page before React has: going back then loses nothing more.
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSending.current && currentLocation.pathname === pathname && nextLocation.pathname !== pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (confirm("入力した内容は保存されていません。移動しますか？")) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  return isSending;
}
