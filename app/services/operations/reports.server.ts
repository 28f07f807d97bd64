import { decodeShareId, encodeShareId } from "#app/adapters/share-id.server.ts";
import * as stored from "#app/db/operations/reports.server.ts";
import {
  type OpenReport,
  type ReportedKind,
  type ReportKey,
  type ReportReason,
  reportedPath,
} from "#app/domain/operations/reports.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { consumePublicCall } from "#app/services/accounts/limits.server.ts";
import { find as findShared } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { readPublic } from "#app/services/models/public-models.server.ts";
import { auditEntry } from "./audit.server.ts";

const LISTED = 200;

/** The result does not depend on whether the page exists. */
export async function report(
  deps: Deps,
  {
    clientAddress,
    kind,
    code,
    reason,
  }: { clientAddress: string; kind: ReportedKind; code: string; reason: ReportReason },
): Promise<{ kind: "reported" } | TooMany> {
  const taken = await consumePublicCall(deps, { clientAddress, door: "report" });
  if (taken.kind === "refused") return taken;
  const subjectId = decodeShareId(code);
  const page = kind === "model" ? await readPublic(deps, { code }) : await findShared(deps, { shareId: code });
  if (subjectId !== null && page !== null) {
    await stored.saveReport(deps.db, { kind, subjectId, reason, now: deps.now() });
  }
  return { kind: "reported" };
}

export async function listReports(deps: Deps): Promise<(OpenReport & { path: string })[]> {
  const open = await stored.listOpenReports(deps.db, { limit: LISTED });
  return open.map((each) => ({ ...each, path: reportedPath(each.kind, encodeShareId(each.subjectId)) }));
}

export async function closeReport(
  deps: Deps,
  { staff, words, ...key }: ReportKey & { staff: { id: number }; words: string },
): Promise<{ kind: "closed" } | Refused<"not-open">> {
  const subject = `${key.kind}:${key.subjectId}`;
  const entry = auditEntry(deps, { staff, action: "report.closed", subject, reason: words });
  const isClosed = await stored.closeReport(deps.db, { ...key, now: deps.now(), entry });
  return isClosed ? { kind: "closed" } : refused("not-open");
}
