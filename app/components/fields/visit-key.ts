import { useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * A key that resets a form on each visit of its page. It stays the same when the loaders run again without a
 * navigation. `loadKey` changes on each load of the page's data, but not after a refusal.
 */
export function useVisitKey(loadKey: string): string {
  const { key } = useLocation();
  const [visit, setVisit] = useState({ key, loadKey });
  if (visit.key !== key) setVisit({ key, loadKey });
  return visit.loadKey;
}
