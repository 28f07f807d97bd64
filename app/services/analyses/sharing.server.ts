import { deleteAll } from "#app/adapters/r2.server.ts";
import { decodeShareId, encodeShareId, readShareReference } from "#app/adapters/share-id.server.ts";
import { createPublicModelStore, createShareStore } from "#app/adapters/share-store.server.ts";
import {
  clearLeftShares,
  findOwnShare,
  findSharedOutcome,
  listLeftShares,
  listSharedOfImport,
  listSharedOfUser,
  markShared,
  markUnshared,
  type ShareFacts,
} from "#app/db/analyses/sharing.server.ts";
import type { OwnAnalysis } from "#app/domain/plans/plan-holder.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import {
  SHARED_MARKS,
  type SharedAnalysis,
  type SharedView,
  withOutcome,
} from "#app/domain/scoring/shared-analysis.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { analysisImagePath, analysisImagesPrefix } from "#app/domain/sharing/share-image-address.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";

export type Deletion = { kind: "deleted" } | Refused<"not-found" | "in-progress">;

/** Conflicts are rare. */
const PUT_TRIES = 5;

/** Each costs three calls to R2; the sweep does the rest. */
const STOPS_AT_MOST = 100;

const STOPS_AT_ONCE = 10;

/** Marks D1, then writes R2, only over the object read: a concurrent stop wins. */
export async function share(
  deps: Deps,
  { user, analysisId }: OwnAnalysis,
): Promise<{ kind: "shared"; shareId: string } | Refused<"not-found" | "not-finished">> {
  const shares = createShareStore(deps.store);
  let replaces = await shares.findMark(analysisId);
  const facts = await markShared(deps.db, { userId: user.id, analysisId, now: deps.now() });
  if (facts === null) return refused("not-found");
  if (facts.status !== AnalysisStatus.complete || facts.scores === null || facts.sharedAt === null) {
    return refused("not-finished");
  }
  const shared = await toSharedAnalysis(analysisId, { ...facts, scores: facts.scores, sharedAt: facts.sharedAt });
  let { outcome } = facts;
  for (let tries = 1; tries <= PUT_TRIES; tries++) {
    if (await shares.put(withOutcome(shared, outcome), { replaces })) {
      const latest = await findSharedOutcome(deps.db, analysisId);
      // The stop was interrupted before R2.
      if (latest === null) await stop(deps, analysisId);
      // The import may have run before this page existed.
      if (latest === null || latest.dataVersion === outcome.dataVersion) {
        return { kind: "shared", shareId: shared.shareId };
      }
    }
    replaces = await shares.findMark(analysisId);
    const latest = await findSharedOutcome(deps.db, analysisId);
    // Stopped meanwhile.
    if (latest === null) return { kind: "shared", shareId: shared.shareId };
    outcome = latest;
  }
  throw new Error(`analysis ${analysisId} could not be shared in ${PUT_TRIES} tries`);
}

/** Takes the page down before and after the mark, so that an interruption leaves too little public. */
export async function unshare(
  deps: Deps,
  { user, analysisId }: OwnAnalysis,
): Promise<{ kind: "unshared" } | Refused<"not-found">> {
  if ((await findOwnShare(deps.db, { userId: user.id, analysisId })) === null) return refused("not-found");
  await stop(deps, analysisId);
  await markUnshared(deps.db, { userId: user.id, analysisId });
  await stop(deps, analysisId);
  return { kind: "unshared" };
}

/** Reads R2 only. Null: unknown, not shared or deleted. */
export async function find(deps: Deps, { shareId }: { shareId: string }): Promise<SharedView | null> {
  return await findShared(deps, decodeShareId(shareId));
}

/** By hashid or number, as in the API. */
export async function resolve(deps: Deps, { reference }: { reference: string }): Promise<SharedView | null> {
  return await findShared(deps, readShareReference(reference));
}

async function findShared(deps: Deps, analysisId: number | null): Promise<SharedView | null> {
  if (analysisId === null) return null;
  const [shared, published] = await Promise.all([
    createShareStore(deps.store).find(analysisId),
    createPublicModelStore(deps.store).read(),
  ]);
  if (shared === null) return null;
  const modelId = decodeShareId(shared.modelCode ?? "");
  const isModelPublic = modelId !== null && published.ids.includes(modelId);
  const url = `${deps.config.publicUrl}/share/analysis/${shared.shareId}`;
  return { ...shared, url, imagePath: analysisImagePath(shared), isModelPublic };
}

export async function stopSharesOfUser(deps: Deps, { userId }: { userId: number }): Promise<void> {
  await stopShares(deps, await listSharedOfUser(deps.db, { userId, limit: STOPS_AT_MOST }));
}

/** Shared while being deleted, or the deletion was interrupted. */
export async function stopSharesOfDeleted(deps: Deps): Promise<void> {
  const analysisIds = await listLeftShares(deps.db, "deleted", { limit: STOPS_AT_MOST });
  await stopShares(deps, analysisIds);
  await clearLeftShares(deps.db, "deleted", analysisIds);
}

/** Shared again, they show no name. The hourly sweep does the rest. */
export async function stopSharesOfHidden(deps: Deps): Promise<void> {
  const analysisIds = await listLeftShares(deps.db, "hidden", { limit: STOPS_AT_MOST });
  await stopShares(deps, analysisIds);
  await clearLeftShares(deps.db, "hidden", analysisIds);
  // A share may have come meanwhile.
  await stopShares(deps, analysisIds);
}

export async function stopShares(deps: Deps, analysisIds: readonly number[]): Promise<void> {
  for (let first = 0; first < analysisIds.length; first += STOPS_AT_ONCE) {
    await Promise.all(analysisIds.slice(first, first + STOPS_AT_ONCE).map((analysisId) => stop(deps, analysisId)));
  }
}

async function stop(deps: Deps, analysisId: number): Promise<void> {
  await createShareStore(deps.store).stop({ analysisId, stamp: deps.newId() });
  await deleteAll(deps.store, analysisImagesPrefix(encodeShareId(analysisId)));
}

/** Takes the page down before and after, as {@link unshare}. @param remove a shared row only with `mayBeShared` */
export async function removeWithShare(
  deps: Deps,
  { user, analysisId }: OwnAnalysis,
  remove: (input: { mayBeShared: boolean }) => Promise<boolean>,
): Promise<Deletion> {
  const removeUnshared = async () => {
    if (!(await remove({ mayBeShared: false }))) return false;
    // Left if both a share and a stop were interrupted.
    if ((await createShareStore(deps.store).findVersion(analysisId)) !== null) await stop(deps, analysisId);
    return true;
  };
  if (await removeUnshared()) return { kind: "deleted" };
  const own = await findOwnShare(deps.db, { userId: user.id, analysisId });
  if (own === null) return refused("not-found");
  // In progress, or just stopped.
  if (own.sharedAt === null) return (await removeUnshared()) ? { kind: "deleted" } : refused("in-progress");
  await stop(deps, analysisId);
  if (!(await remove({ mayBeShared: true }))) return refused("not-found");
  await stop(deps, analysisId);
  await clearLeftShares(deps.db, "deleted", [analysisId]);
  return { kind: "deleted" };
}

async function toSharedAnalysis(
  analysisId: number,
  facts: ShareFacts & { scores: NonNullable<ShareFacts["scores"]>; sharedAt: number },
): Promise<SharedAnalysis> {
  const { raceInfo, venueType, startTime, surface, distanceM, grade, isLearntFrom, createdAt, completedAt } = facts;
  const groupsOf = new Map(facts.details?.why.map(({ horseNum, groups }) => [horseNum, groups]));
  const shown: Omit<SharedAnalysis, "sharedAt" | "imageKey" | "seal" | "modelCode"> = {
    analysisId,
    shareId: encodeShareId(analysisId),
    createdAt,
    ...(completedAt === null ? {} : { completedAt }),
    modelName: maskName(facts.modelName),
    userName: maskName(facts.userName),
    ...(facts.modelSkill === null ? {} : { modelSkill: facts.modelSkill }),
    race: { ...raceInfo, venueType, startTime, surface, distanceM, ...(grade === null ? {} : { grade }) },
    isLearntFrom,
    horses: facts.scores.map(({ horseNum, bracketNum, horseName, index, probability }, place) => ({
      horseNum,
      bracketNum,
      name: horseName,
      score: index,
      probability: isLearntFrom ? null : probability,
      mark: SHARED_MARKS[place] ?? null,
      groups: groupsOf.get(horseNum),
    })),
  };
  const imageKey = (await sha256Hex(JSON.stringify(shown))).slice(0, 32);
  const { modelId, sharedAt } = facts;
  return {
    ...shown,
    modelCode: encodeShareId(modelId),
    sharedAt,
    imageKey,
    ...(facts.seal === null ? {} : { seal: facts.seal }),
  };
}

/** Each costs three calls; a Worker has a thousand. */
const PAGES_PER_MESSAGE = 100;

export async function enqueueSharedResults(deps: Deps, { importId }: { importId: number }): Promise<void> {
  const shared = await listSharedOfImport(deps.db, { importId, after: 0, limit: 1 });
  if (shared.length > 0) await enqueueJob(deps, { kind: "show-results", subject: String(importId) });
}

/** Writes only pages that change, so it can be repeated. */
export async function showResults({ deps, job, yieldAndRenewLease, saveCheckpoint }: JobContext): Promise<JobOutcome> {
  const after = typeof job.checkpoint === "number" ? job.checkpoint : 0;
  const importId = Number(job.subject);
  const analysisIds = await listSharedOfImport(deps.db, { importId, after, limit: PAGES_PER_MESSAGE });
  for (const analysisId of analysisIds) {
    await yieldAndRenewLease();
    await showResult(deps, analysisId);
  }
  const last = analysisIds.at(-1);
  if (last === undefined || analysisIds.length < PAGES_PER_MESSAGE) return { kind: "done" };
  await saveCheckpoint(last);
  return { kind: "again", delaySeconds: 0 };
}

/** Replaces only the version read: a stop wins. */
async function showResult(deps: Deps, analysisId: number): Promise<void> {
  const shares = createShareStore(deps.store);
  for (let tries = 1; tries <= PUT_TRIES; tries++) {
    const found = await shares.findMarked(analysisId);
    // Stopped, or being shared: the share includes the result.
    if (found === null) return;
    const outcome = await findSharedOutcome(deps.db, analysisId);
    if (outcome === null) return;
    const shown = withOutcome(found.shared, outcome);
    if (JSON.stringify(shown) === JSON.stringify(found.shared)) return;
    if (await shares.put(shown, { replaces: found.mark })) return;
  }
  throw new Error(`the result of analysis ${analysisId} could not be shown in ${PUT_TRIES} tries`);
}
