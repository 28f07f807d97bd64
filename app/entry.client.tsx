import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { decodePageData } from "./components/frame/framework-internals.ts";

// Remix does not await the end of a page's data. If the next navigation aborts it, the rejection would be unhandled.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});
await decodePageData(RemixBrowser);
// In a transition React hydrates in slices, so that taps are handled meanwhile.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
