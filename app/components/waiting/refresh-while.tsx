import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** `seconds` come from the loader (refresh.ts). */
export function RefreshWhile({ seconds }: { seconds: number | null }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (seconds === null || state !== "idle") return;
    let isDue = false;
    // Waits while the page is hidden, or offline, where a failed request would show an error page.
    const revalidateIfDue = () => {
      if (isDue && !document.hidden && navigator.onLine) revalidate();
    };
    const timer = setTimeout(() => {
      isDue = true;
      revalidateIfDue();
    }, seconds * 1000);
    document.addEventListener("visibilitychange", revalidateIfDue);
    window.addEventListener("online", revalidateIfDue);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", revalidateIfDue);
      window.removeEventListener("online", revalidateIfDue);
    };
  }, [seconds, state, revalidate]);
  return null;
}
