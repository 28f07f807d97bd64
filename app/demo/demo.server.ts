import type { Demo } from "#app/services/deps.server.ts";
import { areDemoRankingsAwaited, continueDemoModels } from "./demo-models.server.ts";

/** The hooks for the Workers of a local start. */
export const demo: Demo = { continueModels: continueDemoModels, areRankingsAwaited: areDemoRankingsAwaited };
