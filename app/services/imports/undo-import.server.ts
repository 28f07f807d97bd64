import { findImport, finishValidation, type ImportRecord, refuseImport } from "#app/db/racing/imports.server.ts";
import { countKept, IN_DATABASE, listObstacles, type Obstacle } from "#app/db/racing/undo/kept-races.server.ts";
import { removeBrought, restoreRaces } from "#app/db/racing/undo/undo-chunks.server.ts";
import { findUndo, insertUndo } from "#app/db/racing/undo/undo-requests.server.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { createFindings } from "./import-findings.server.ts";
import { moveBefore, readBefore } from "./kept-before.server.ts";

const REMOVED_PER_CHUNK = 300;
const LISTED_OBSTACLES = 20;

type NotNow =
  | "unknown-import"
  /** It runs, or was refused. */
  | "not-over"
  | "is-undo"
  /** Records, or too old. */
  | "not-kept"
  | "already-undone";

export type UndoPreview =
  | { kind: "possible"; races: number; brought: number }
  | { kind: "built-on"; obstacles: Obstacle[] }
  | (Refused<NotNow> & { undoId?: number });

export async function previewUndo(deps: Deps, { importId }: { importId: number }): Promise<UndoPreview> {
  const record = await findImport(deps.db, importId);
  if (record === null) return refused("unknown-import");
  if (record.undoes !== null) return refused("is-undo");
  const undo = await findUndo(deps.db, importId);
  if (undo !== null) return { ...refused("already-undone"), undoId: undo.id };
  if (record.status !== "done" && record.status !== "failed") return refused("not-over");
  if (record.beforeParts === null) return refused("not-kept");
  if (record.status === "done" && record.beforeParts === IN_DATABASE) return refused("not-over");
  const obstacles = await listObstacles(deps.db, { importId, limit: LISTED_OBSTACLES });
  if (obstacles.length > 0) return { kind: "built-on", obstacles };
  const { races, brought } = await countKept(deps.db, importId);
  return { kind: "possible", races, brought };
}

/** An import of its own, logged in the same transaction. @param staff null: admin token */
export async function undoImport(
  deps: Deps,
  { staff, importId, reason }: { staff: { id: number } | null; importId: number; reason: string },
): Promise<{ kind: "started"; undoId: number } | Exclude<UndoPreview, { kind: "possible" }>> {
  const preview = await previewUndo(deps, { importId });
  if (preview.kind !== "possible") return preview;
  const now = deps.now();
  const undoId = await insertUndo(deps.db, {
    ...{ importId, now },
    entry: { at: now, staffId: staff?.id ?? null, action: "import.undone", subject: `import:${importId}`, reason },
  });
  if (undoId === null) {
    const undo = await findUndo(deps.db, importId);
    return { ...refused("already-undone"), ...(undo !== null && { undoId: undo.id }) };
  }
  // If cut off here, the sweep creates the job.
  await enqueueJob(deps, { kind: "ingest-import", subject: String(undoId) });
  return { kind: "started", undoId };
}

/** It may have waited behind other imports. */
export async function checkUndo(
  context: JobContext,
  { id, undoes }: { id: number; undoes: number },
): Promise<"checked" | "refused" | "again"> {
  const { deps } = context;
  const record = await findImport(deps.db, undoes);
  if (record === null) throw new Error(`import ${undoes} is unknown`);
  if (!(await moveBefore(context, record))) return "again";
  const obstacles = await listObstacles(deps.db, { importId: undoes, limit: LISTED_OBSTACLES });
  const { list, error } = createFindings();
  if (obstacles.length > 0) {
    for (const { importId, races, raceId } of obstacles) {
      const by = importId === null ? "records" : `import ${importId}`;
      const reason = `${races} races, such as ${raceId}, have since been changed by ${by}`;
      error({ file: "-", line: 0, field: "race_id", reason });
    }
    await refuseImport(deps.db, id, { ...list, now: deps.now() });
    return "refused";
  }
  const { brought } = await countKept(deps.db, undoes);
  const parts = (await findImport(deps.db, undoes))?.beforeParts ?? 0;
  await finishValidation(deps.db, id, { chunkCount: removals(brought) + parts, unchanged: 0, skipped: 0, ...list });
  return "checked";
}

/** Repeatable. */
export async function applyUndo(
  deps: Deps,
  { id: importId, undoes }: Pick<ImportRecord, "id"> & { undoes: number },
  chunk: number,
): Promise<void> {
  const step = { importId, undoes, chunk };
  const first = removals((await countKept(deps.db, undoes)).brought);
  if (chunk < first)
    return removeBrought(deps.db, step, { offset: chunk * REMOVED_PER_CHUNK, limit: REMOVED_PER_CHUNK });
  return restoreRaces(deps.db, step, await readBefore(deps, undoes, chunk - first));
}

const removals = (brought: number): number => Math.ceil(brought / REMOVED_PER_CHUNK);

export function undoNotices({ undoes, skipped }: Pick<ImportRecord, "undoes" | "skipped">): string[] {
  if (undoes === null || skipped === 0) return [];
  return [
    `${skipped} races stay as they are: others have changed them meanwhile, or they had been left half-way before import ${undoes}`,
  ];
}
