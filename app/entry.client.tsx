import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { decodePageData } from "./components/frame/framework-internals.ts";

await decodePageData(RemixBrowser);
// As a transition React takes the page over in slices, so that taps are answered meanwhile.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
