import { registerWorker } from "./network-loss.ts";

export { navigated, pageLeft, pageShown } from "./form-drafts.ts";
export { loadHeldStyles } from "./held-styles.ts";
export { watchReloads } from "./network-loss.ts";

registerWorker();
