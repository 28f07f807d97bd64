import { useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * A key for a form that starts anew on each visit of its page. It keeps what was typed when the loaders run again without
 * a navigation: after another form of the page, or after an edit in development.
 *
 * @param loadKey changes on each load of the page's data, so not after a refusal
 */
export function useVisitKey(loadKey: string): string {
  const { key } = useLocation();
  const [visit, setVisit] = useState({ key, loadKey });
  if (visit.key !== key) setVisit({ key, loadKey });
  return visit.loadKey;
}
