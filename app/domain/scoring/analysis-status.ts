/** Also on the wire. Any other number is read as failed. */
export const AnalysisStatus = { running: 1, complete: 2, failed: 3 } as const;
