/** The styles of logged-in pages that the server wrote into the document, and their links (`inlineStyles`). */

/** The two style elements: the frame's style, and that of the single page. */
export type StyleSlot = "app" | "page";

let watch = new AbortController();

/**
 * Loads the stylesheets that the page holds as text, at the lowest priority, and lets them replace the text together once all
 * have loaded: until then their order would be another. A failed one is loaded again at the next call, by the next page.
 * A later call replaces the watch of the one before.
 *
 * @param setFilled receives the slots whose text is still needed: the page's goes when no link of its stylesheets is left
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
