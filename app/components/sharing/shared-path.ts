export function sharedAnalysisPath(shareId: string): string {
  return `/share/analysis/${shareId}`;
}
