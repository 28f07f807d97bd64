import { RemixBrowser } from "@remix-run/react";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

// Not inside startTransition: pages are small, and a key pressed between the slices of a transition's hydration ends in
// React 18's error 345 ("Root did not complete").
hydrateRoot(
  document,
  <StrictMode>
    <RemixBrowser />
  </StrictMode>,
);
