import { gunzipSync, gzipSync } from "node:zlib";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";

/** 18 KB of JSON become 2. */
export function zipDetails(details: AnalysisDetails): Uint8Array {
  return new Uint8Array(gzipSync(JSON.stringify(details)));
}

/** Null (no bytes) until the analysis is complete. */
export function unzipDetails(zipped: Uint8Array): AnalysisDetails | null {
  return zipped.length === 0 ? null : (JSON.parse(gunzipSync(zipped).toString()) as AnalysisDetails);
}
