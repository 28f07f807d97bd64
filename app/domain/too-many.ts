/** Refused for its frequency: a new try makes sense after so many seconds. */
export interface TooMany {
  kind: "refused";
  reason: "too-many";
  retryAfterSeconds: number;
}
