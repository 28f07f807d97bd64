import type { Params } from "./params.ts";
import type { World } from "./records.ts";

interface RouteInput {
  world: World;
  now: number;
  params: Params;
  /** The id in the path; empty if the path has none. */
  id: string;
}

/** One call of the API. `:id` in the path matches one segment; `answer` throws a StripeFault before changing records. */
export interface Route {
  method: "GET" | "POST" | "DELETE";
  path: string;
  answer: (input: RouteInput) => object;
}
