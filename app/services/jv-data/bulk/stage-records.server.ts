import { openUnpacked } from "#app/adapters/imports/unpack.server.ts";
import { type ImportRecord, writeValidationProgress } from "#app/db/racing/imports.server.ts";
import { identifyRecord } from "#app/domain/jv-data/record-identity.ts";
import { createRecordReader, type RecordBlock } from "#app/domain/jv-data/record-reader.ts";
import { type BundlePart, createBundleReader } from "#app/domain/record-bundle.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { createFindings } from "#app/services/imports/import-findings.server.ts";
import type { ImportLimits } from "#app/services/imports/import-limits.server.ts";
import { type Impossible, raceIdOf } from "../delivery.server.ts";
import { keepImpossible } from "../pending-records.server.ts";
import { createRecordParts } from "./record-parts.server.ts";
import { monthOf, planMonths, type RecordsPlan, type StagedRaces, storeMonths } from "./records-plan.server.ts";

/** Some 15 ms of identifying. */
const PIECE_BYTES = 65_536;
const PIECES_PER_PROGRESS = 24;
const KEPT_AT_ONCE = 50;
/** More are only counted. */
const MAX_KEPT = 10_000;

const HORSES = "horses";
const ODDS = "odds-";

/** In any order. Refused lines are reported, impossible records kept aside. */
export async function stageRecords(
  deps: Deps,
  {
    record,
    yieldAndRenewLease,
    limits,
  }: { record: ImportRecord; yieldAndRenewLease: () => Promise<void>; limits: ImportLimits },
): Promise<{ kind: "staged"; plan: RecordsPlan } | { kind: "refused"; file: string; reason: string }> {
  const staging = createStaging(deps, record.id);
  const totalBytes = record.files.reduce((sum, file) => sum + file.bytes, 1);
  let bytesBefore = 0;
  let pieces = 0;
  for (const file of record.files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const unpacked = await openUnpacked(deps.store, file);
    const bundle = createBundleReader();
    let unpackedBytes = 0;
    const refuse = (reason: string) => ({ kind: "refused" as const, file: file.name, reason });
    try {
      for (;;) {
        const part = await unpacked.read();
        if (part.kind === "damaged") return refuse("the gzip data is damaged or cut short");
        if (part.kind === "end") break;
        unpackedBytes += part.bytes.length;
        if (unpackedBytes > limits.unpackedBytes)
          return refuse(`the file is larger than ${limits.unpackedBytes} bytes when unpacked: send it in parts`);
        for (let start = 0; start < part.bytes.length; start += PIECE_BYTES) {
          for (const piece of bundle.push(part.bytes.subarray(start, start + PIECE_BYTES))) staging.take(piece);
          await staging.flushFull();
          if (staging.raceCount() > limits.rows.races)
            return refuse(`more than ${limits.rows.races} races in one import: send it in parts`);
          pieces += 1;
          await yieldAndRenewLease();
          if (pieces % PIECES_PER_PROGRESS === 0)
            await writeValidationProgress(deps.db, record.id, (bytesBefore + unpacked.bytesRead()) / totalBytes);
        }
      }
      if (!bundle.isComplete()) return refuse("is cut short");
    } catch (error) {
      if (error instanceof RangeError) return refuse(error.message);
      throw error;
    } finally {
      await unpacked.close();
    }
    bytesBefore += file.bytes;
  }
  return { kind: "staged", plan: await staging.end() };
}

function createStaging(deps: Deps, importId: number) {
  const run = deps.newId();
  const parts = createRecordParts(deps.store, { importId, run });
  const findings = createFindings();
  const files: string[] = [];
  const staged: StagedRaces = { races: new Map(), meetings: new Map() };
  let reader = createRecordReader();
  let impossible: Impossible[] = [];
  let skipped = 0;
  let keptAside = 0;

  const fileName = () => files.at(-1) ?? "";

  function stageBlock({ records, problems, problemCount, skipped: passedOver }: RecordBlock): void {
    skipped += passedOver.length;
    const errors = problems.map((problem) => ({ file: fileName(), ...problem }));
    findings.countErrors(problemCount - problems.length);
    for (const { kind, bytes, line } of records) {
      const identified = identifyRecord(bytes);
      if (identified.outcome === "identified") {
        const { scope, id } = identified.record.identity;
        for (const { field, reason } of identified.notices)
          findings.notice(`${fileName()}:${line}: ${field}: ${reason}`);
        const partition = { race: monthOf(id), meeting: monthOf(id), horse: HORSES, odds: ODDS + monthOf(id) }[scope];
        parts.add(partition, { file: files.length - 1, line, bytes });
        const sizes = { race: staged.races, meeting: staged.meetings, horse: null, odds: null }[scope];
        sizes?.set(id, (sizes.get(id) ?? 0) + bytes.length);
      } else if (identified.outcome === "skipped") {
        skipped += 1;
      } else {
        const [problem = { field: "record", reason: "cannot be read" }] = identified.problems;
        errors.push({ file: fileName(), line, ...problem });
        keptAside += 1;
        if (keptAside > MAX_KEPT) continue;
        impossible.push({ ...problem, kind, bytes, line, file: fileName(), raceId: raceIdOf(kind, bytes) });
      }
    }
    for (const error of errors.sort((one, other) => one.line - other.line)) findings.error(error);
  }

  async function keep(): Promise<void> {
    while (impossible.length > 0) {
      await keepImpossible(deps, impossible.slice(0, KEPT_AT_ONCE), null);
      impossible = impossible.slice(KEPT_AT_ONCE);
    }
  }

  return {
    take(part: BundlePart): void {
      if (part.kind === "file") {
        files.push(part.name);
        reader = createRecordReader();
      } else stageBlock(part.kind === "bytes" ? reader.push(part.bytes) : reader.end());
    },
    async flushFull(): Promise<void> {
      if (impossible.length >= KEPT_AT_ONCE) await keep();
      await parts.flushFull();
    },
    raceCount: () => staged.races.size + staged.meetings.size,
    async end(): Promise<RecordsPlan> {
      await keep();
      const objects = await parts.flush();
      if (keptAside > MAX_KEPT)
        findings.notice(`of ${keptAside} impossible records the first ${MAX_KEPT} are kept aside`);
      return {
        files,
        horses: objects.get(HORSES) ?? [],
        odds: [...objects.keys()]
          .filter((partition) => partition.startsWith(ODDS))
          .sort()
          .flatMap((partition) => objects.get(partition) ?? []),
        ...(await storeMonths(deps.store, { importId, run }, planMonths(staged, objects))),
        skipped,
        keptAside: Math.min(keptAside, MAX_KEPT),
        ...findings.list,
      };
    },
  };
}
