/** Status of a user's model (spec §4); any other number reads as failed. */
export const ModelStatus = { creating: 1, complete: 2, failed: 3 } as const;
