import type { NavigateFunction } from "@remix-run/react";

/** Small, on this site, and never cached. */
const PROBE = "/robots.txt";

/** The parts of the browser's NavigateEvent used here. Browsers without it show the service worker's page. */
interface NavigateEvent extends Event {
  navigationType: string;
  userInitiated: boolean;
}

let watch = new AbortController();

/**
 * Remix reloads the document when a page's script cannot be loaded. After a release that brings the new scripts; without a
 * network it would replace the page by the browser's own error page. Then the present page is loaded again by `navigate`:
 * that fails too, which shows the error. A later call replaces the watch.
 */
export function watchReloads(navigate: NavigateFunction): void {
  watch.abort();
  watch = new AbortController();
  const { navigation } = window as { navigation?: EventTarget };
  let isReachable = false;
  const check = (event: Event) => {
    const { navigationType, userInitiated, cancelable } = event as NavigateEvent;
    if (navigationType !== "reload" || userInitiated || !cancelable || isReachable) return;
    event.preventDefault();
    const { pathname, search } = location;
    fetch(PROBE, { method: "HEAD", cache: "no-store" }).then(
      () => {
        isReachable = true;
        location.reload();
      },
      () => navigate(`${pathname}${search}`, { replace: true, preventScrollReset: true }),
    );
  };
  navigation?.addEventListener("navigate", check, { signal: watch.signal });
}

/** Registers the service worker for its offline page. An existing registration stays. */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState !== "complete") await new Promise((loaded) => window.addEventListener("load", loaded));
  try {
    const known = await navigator.serviceWorker.getRegistration("/");
    if (known === undefined) await navigator.serviceWorker.register("/push-worker.js", { updateViaCache: "none" });
  } catch {
    // Browsers that refuse it have no offline page.
  }
}
