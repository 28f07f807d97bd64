import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { decodePageData } from "./components/frame/framework-internals.ts";

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
