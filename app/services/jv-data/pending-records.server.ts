import { insertPendingRecords, type LiveWrites } from "#app/db/racing/live-writes.server.ts";
import { listPendingRecords, type PendingRecord } from "#app/db/racing/record-sets.server.ts";
import { identifyRecord, readIdentity } from "#app/domain/jv-data/record-identity.ts";
import { isReadKind, kindOf } from "#app/domain/jv-data/record-kinds.ts";
import { noFindings, type RecordFinding } from "#app/domain/jv-data/record-view.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { Delivered, Impossible } from "./delivery.server.ts";
import type { RacePlan } from "./plan-race.server.ts";
import { addPending, type RecordsReport } from "./records-report.ts";

const MAX_LISTED = 100;

type PendingRow = LiveWrites["aside"][number];

/** The newest, and their number. */
export function listPending(deps: Deps) {
  return listPendingRecords(deps.db, { limit: MAX_LISTED });
}

export async function keepImpossible(
  deps: Deps,
  impossible: readonly Impossible[],
  report: RecordsReport | null,
): Promise<void> {
  const rows = impossible.map(({ raceId, bytes, field, reason, file, line }) =>
    pendingRow(bytes, { raceId, finding: { field, reason }, origin: { file, line }, now: deps.now() }),
  );
  await insertPendingRecords(deps.db, await Promise.all(rows));
  if (report === null) return;
  for (const { file, line, field, reason } of impossible) addPending(report, { file, line, field, reason });
}

/** Idempotent per record. */
export async function pendingRow(
  record: Uint8Array,
  {
    raceId,
    finding,
    origin: { file = null, line },
    now,
  }: {
    raceId: string | null;
    finding: RecordFinding;
    origin: { file?: string | null | undefined; line: number | null };
    now: number;
  },
): Promise<PendingRow> {
  const { field, reason } = finding;
  const id = await sha256Hex(new Uint8Array(record), { bytes: 16 });
  return { id, raceId, kind: kindOf(record), file, line, field, reason, createdAt: now, record };
}

/** Without impossible ones. */
export function readPending(stored: readonly PendingRecord[]): Map<string, Delivered[]> {
  const aside = new Map<string, Delivered[]>();
  for (const { raceId, record } of stored) {
    const identified = identifyRecord(record);
    if (raceId === null || identified.outcome !== "identified") continue;
    aside.set(raceId, [...(aside.get(raceId) ?? []), { record: identified.record, line: null }]);
  }
  return aside;
}

/** Joined ones, and impossible ones delivered anew. */
export function consumedPending(
  { arePendingApplied, refusal }: RacePlan,
  { stored, delivered }: { stored: readonly PendingRecord[]; delivered: readonly Delivered[] },
): string[] {
  if (refusal !== null) return [];
  const isTaken = ({ record }: PendingRecord): boolean =>
    identifyRecord(record).outcome === "identified"
      ? arePendingApplied
      : delivered.some(({ record: { bytes } }) => slotOf(bytes) === slotOf(record));
  return stored.filter(isTaken).map(({ id }) => id);
}

function slotOf(record: Uint8Array): string {
  const kind = kindOf(record);
  if (!isReadKind(kind)) return "";
  const { id, subKey } = readIdentity(kind, record, noFindings()).identity;
  return `${kind}/${id}/${subKey}`;
}
