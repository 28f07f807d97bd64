import { type Refused, refused } from "./refused.ts";

/** Refused by a rate limit; the earliest sensible retry is after `retryAfterSeconds`. */
export interface TooMany extends Refused<"too-many"> {
  retryAfterSeconds: number;
}

/** The refusal of a limit that is used up. */
export function tooMany({ retryAfterSeconds }: Pick<TooMany, "retryAfterSeconds">): TooMany {
  return { ...refused("too-many"), retryAfterSeconds };
}
