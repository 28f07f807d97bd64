export type StyleSlot = "app" | "page";

let watch = new AbortController();

/**
 * Loads the linked stylesheets at the lowest priority. They replace the inlined text together once all have loaded,
 * because their order matters. The next page loads a failed one again. A later call replaces the earlier watch.
 */
export function loadHeldStyles(setFilled: (filled: readonly StyleSlot[]) => void): void {
  watch.abort();
  const current = new AbortController();
  watch = current;
  const options = { capture: true, signal: current.signal };
  const replaceIfLoaded = () => {
    const links = heldLinks();
    if (links.some(({ sheet }) => sheet === null)) return;
    for (const link of links) {
      link.removeAttribute("media");
      delete link.dataset.style;
    }
    current.abort();
    setFilled([]);
  };
  document.head.addEventListener("load", replaceIfLoaded, options);
  document.head.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.dataset.style !== undefined) target.disabled = true;
    },
    options,
  );
  const links = heldLinks();
  for (const link of links) if (link.disabled) link.disabled = false;
  if (!links.some(({ dataset }) => dataset.style === "page")) setFilled(["app"]);
  replaceIfLoaded();
}

function heldLinks(): HTMLLinkElement[] {
  return [...document.head.querySelectorAll<HTMLLinkElement>("link[data-style]")];
}
