import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Loads the page's data again after `seconds` (from the loader, see refresh.ts), and again, until they are null. */
export function RefreshWhile({ seconds }: { seconds: number | null }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (seconds === null || state !== "idle") return;
    let isDue = false;
    // A hidden page asks nothing, and one without network would get an error page for its pains: both wait.
    const lookAgain = () => {
      if (isDue && !document.hidden && navigator.onLine) revalidate();
    };
    const timer = setTimeout(() => {
      isDue = true;
      lookAgain();
    }, seconds * 1000);
    document.addEventListener("visibilitychange", lookAgain);
    window.addEventListener("online", lookAgain);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", lookAgain);
      window.removeEventListener("online", lookAgain);
    };
  }, [seconds, state, revalidate]);
  return null;
}
