import { gunzipSync, gzipSync } from "node:zlib";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";

/** The details of an analysis as they are stored: some 18 KB of JSON of a full field become 2. */
export function zipDetails(details: AnalysisDetails): Uint8Array {
  return new Uint8Array(gzipSync(JSON.stringify(details)));
}

/**
 * @param row of an analysis; from before details were gzipped it has them as JSON, and no bytes
 * @returns null where it was scored before there were any
 */
export function readDetails(row: { details: string | null; zippedDetails: Uint8Array }): AnalysisDetails | null {
  const json = row.zippedDetails.length === 0 ? row.details : gunzipSync(row.zippedDetails).toString();
  return json === null ? null : (JSON.parse(json) as AnalysisDetails);
}
