import { type Refused, refused } from "./refused.ts";

/** Refused by a rate limit; a retry makes sense after `retryAfterSeconds`. */
export interface TooMany extends Refused<"too-many"> {
  retryAfterSeconds: number;
}

export function tooMany({ retryAfterSeconds }: Pick<TooMany, "retryAfterSeconds">): TooMany {
  return { ...refused("too-many"), retryAfterSeconds };
}
