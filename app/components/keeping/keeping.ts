import { registerWorker } from "./network-loss.ts";

export { formSent, keepDraft, pageLeft, pageShown } from "./form-drafts.ts";
export { watchReloads } from "./network-loss.ts";

registerWorker();
