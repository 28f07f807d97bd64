export function sharedAnalysisPath(shareId: string): string {
  return `/share/analysis/${shareId}`;
}

export function publicModelPath(code: string): string {
  return `/share/models/${code}`;
}
