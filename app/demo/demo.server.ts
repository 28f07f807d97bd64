import type { Demo } from "#app/services/deps.server.ts";
import { areDemoRankingsAwaited, continueDemoModels } from "./demo-models.server.ts";

export const demo: Demo = { continueModels: continueDemoModels, areRankingsAwaited: areDemoRankingsAwaited };
