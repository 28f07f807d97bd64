import { useLocation } from "@remix-run/react";
import { useState } from "react";

/** Resets a form on each visit of its page, not when loaders run again. `loadKey` stays after a refusal. */
export function useVisitKey(loadKey: string): string {
  const { key } = useLocation();
  const [visit, setVisit] = useState({ key, loadKey });
  if (visit.key !== key) setVisit({ key, loadKey });
  return visit.loadKey;
}
