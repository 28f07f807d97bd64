import type { Params } from "./params.ts";
import type { World } from "./records.ts";

interface RouteInput {
  world: World;
  now: number;
  params: Params;
  /** The id in the path; empty where the path has none. */
  id: string;
}

/** One call of the API. `:id` in the path stands for one segment; `answer` throws a StripeFault before it writes. */
export interface Route {
  method: "GET" | "POST" | "DELETE";
  path: string;
  answer: (input: RouteInput) => object;
}
