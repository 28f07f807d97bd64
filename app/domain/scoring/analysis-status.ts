/** Status of an analysis, also on the wire; any other number reads as failed. */
export const AnalysisStatus = { running: 1, complete: 2, failed: 3 } as const;
