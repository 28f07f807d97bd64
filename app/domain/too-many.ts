/** Refused by a rate limit; the earliest sensible retry is after `retryAfterSeconds`. */
export interface TooMany {
  kind: "refused";
  reason: "too-many";
  retryAfterSeconds: number;
}
