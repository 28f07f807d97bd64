import type { Demo } from "#app/services/deps.server.ts";
import { areDemoRankingsAwaited, continueDemoModels } from "./demo-models.server.ts";

/** What the Workers of a local start are given. */
export const demo: Demo = { continueModels: continueDemoModels, areRankingsAwaited: areDemoRankingsAwaited };
