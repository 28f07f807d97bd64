/** Path of a shared analysis' public page. */
export function sharedAnalysisPath(shareId: string): string {
  return `/share/analysis/${shareId}`;
}
