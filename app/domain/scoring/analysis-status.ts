/** Status of an analysis (spec §4); any other number reads as failed. */
export const AnalysisStatus = { running: 1, complete: 2, failed: 3 } as const;
