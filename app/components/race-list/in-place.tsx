import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";

/** Follows the links of static markup without a new document, so that a dialog opens above its list. */
export function InPlace({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (link === null || !isPlain) return;
    event.preventDefault();
    navigate(link.pathname + link.search, { preventScrollReset: link.pathname === location.pathname });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the controls
    <div className="static-html" onClick={follow}>
      {children}
    </div>
  );
}
