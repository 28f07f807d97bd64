import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * RemixBrowser throws a promise, at its first call and before any hook, until the page's data is decoded. Were it to
 * suspend inside the root, a key pressed in that moment would end in React 18's error 345 ("Root did not complete").
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (promise) {
    await promise;
  }
}

await decodePageData();
// As a transition React takes the page over in slices, so that taps are answered meanwhile.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
