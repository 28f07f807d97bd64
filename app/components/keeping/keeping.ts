import type { NavigateFunction } from "@remix-run/react";
import { navigated, pageLeft, pageShown } from "./form-drafts.ts";
import { registerWorker, watchReloads } from "./network-loss.ts";

export { loadHeldStyles } from "./held-styles.ts";

interface Followed {
  userId: number | undefined;
  path: string;
  state: "idle" | "loading" | "submitting";
  formData: FormData | undefined;
  navigate: NavigateFunction;
}

let last: Followed | null = null;

export function follow(now: Followed): void {
  const before = last;
  last = now;
  if (now.navigate !== before?.navigate) watchReloads(now.navigate);
  if (now.userId !== before?.userId || now.path !== before?.path) {
    if (now.userId === undefined) pageLeft();
    else pageShown({ userId: now.userId, path: now.path });
  }
  if (now.state !== before?.state || now.formData !== before.formData) navigated(now.state, now.formData !== undefined);
}

/** The next page is not a logged-in one, so no forms are kept. */
export function leave(): void {
  last = null;
  pageLeft();
}

registerWorker();
