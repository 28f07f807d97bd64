import { deleteImages } from "#app/adapters/drawn-images.server.ts";
import { decodeShareId, encodeShareId, readShareReference } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import {
  deleteSharesOfDeleted,
  deleteSharesOfHidden,
  findOwnShare,
  findSharedOutcome,
  listSharedOfDeleted,
  listSharedOfHidden,
  listSharedOfUser,
  markShared,
  markUnshared,
  type ShareFacts,
} from "#app/db/analyses/sharing.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { SharedView } from "#app/domain/scoring/shared-analysis.ts";
import { SHARED_MARKS, type SharedAnalysis, withOutcome } from "#app/domain/scoring/shared-analysis.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { analysisImagePath, analysisImagesPrefix } from "#app/domain/sharing/share-image-address.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** What a deletion of an analysis comes to. */
export type Deletion = { kind: "deleted" } | Refused<"not-found" | "in-progress">;

/** Attempts in case others share or stop the same analysis meanwhile; even a second one is rare. */
const PUT_TRIES = 5;

/**
 * Most pages taken down per call: each costs three calls to R2, a deletion of an account calls this twice, and a Worker
 * has a thousand. The sweep does the rest.
 */
const STOPS_AT_MOST = 100;

const STOPS_AT_ONCE = 10;

/**
 * Publishes a finished analysis of the user: marks it in D1, then writes it to R2, where readers look. Replaces only
 * the object it has read before, so a concurrent stop is not undone, however late the write.
 */
export async function share(
  deps: Deps,
  { user, analysisId }: { user: PlanHolder; analysisId: number },
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
      // The stop was interrupted before it reached R2.
      if (latest === null) await stop(deps, analysisId);
      // If the data changed, the import's update may have run before this page existed.
      if (latest === null || latest.dataVersion === outcome.dataVersion) {
        return { kind: "shared", shareId: shared.shareId };
      }
    }
    replaces = await shares.findMark(analysisId);
    const latest = await findSharedOutcome(deps.db, analysisId);
    // Stopped meanwhile: it was shared for a moment.
    if (latest === null) return { kind: "shared", shareId: shared.shareId };
    outcome = latest;
  }
  throw new Error(`analysis ${analysisId} could not be shared in ${PUT_TRIES} tries`);
}

/**
 * Stops sharing an analysis of the user, whether or not it is shared. Takes the page down first, so that an
 * interruption leaves too little public rather than too much, and again after the mark in D1 is gone, in case of a
 * concurrent share.
 */
export async function unshare(
  deps: Deps,
  { user, analysisId }: { user: PlanHolder; analysisId: number },
): Promise<{ kind: "unshared" } | Refused<"not-found">> {
  if ((await findOwnShare(deps.db, { userId: user.id, analysisId })) === null) return refused("not-found");
  await stop(deps, analysisId);
  await markUnshared(deps.db, { userId: user.id, analysisId });
  await stop(deps, analysisId);
  return { kind: "unshared" };
}

/** From R2, no query. `shareId` = hashid. Null if unknown, not shared or deleted. */
export async function find(deps: Deps, { shareId }: { shareId: string }): Promise<SharedView | null> {
  return await findShared(deps, decodeShareId(shareId));
}

/** Like {@link find}, by hashid or plain number, as the API's calls accept both. */
export async function resolve(deps: Deps, { reference }: { reference: string }): Promise<SharedView | null> {
  return await findShared(deps, readShareReference(reference));
}

async function findShared(deps: Deps, analysisId: number | null): Promise<SharedView | null> {
  const shared = analysisId === null ? null : await createShareStore(deps.store).find(analysisId);
  if (shared === null) return null;
  const url = `${deps.config.publicUrl}/share/analysis/${shared.shareId}`;
  return { ...shared, url, imagePath: analysisImagePath(shared) };
}

/** Takes down all shared pages of a user, before the account is deleted. */
export async function stopSharesOfUser(deps: Deps, { userId }: { userId: number }): Promise<void> {
  await stopShares(deps, await listSharedOfUser(deps.db, { userId, limit: STOPS_AT_MOST }));
}

/**
 * Takes down pages of deleted analyses that still have their mark: those shared while being deleted, or whose deletion
 * was interrupted.
 */
export async function stopSharesOfDeleted(deps: Deps): Promise<void> {
  const analysisIds = await listSharedOfDeleted(deps.db, { limit: STOPS_AT_MOST });
  await stopShares(deps, analysisIds);
  await deleteSharesOfDeleted(deps.db, analysisIds);
}

/**
 * Takes down pages that users shared before the operator hid their names, with their marks: shared again, they show no name.
 * The hourly look does what one call leaves.
 */
export async function stopSharesOfHidden(deps: Deps): Promise<void> {
  const analysisIds = await listSharedOfHidden(deps.db, { limit: STOPS_AT_MOST });
  await stopShares(deps, analysisIds);
  await deleteSharesOfHidden(deps.db, analysisIds);
  // In case of a share meanwhile, whose mark is gone now.
  await stopShares(deps, analysisIds);
}

/** Takes down pages permanently. */
export async function stopShares(deps: Deps, analysisIds: readonly number[]): Promise<void> {
  for (let first = 0; first < analysisIds.length; first += STOPS_AT_ONCE) {
    await Promise.all(analysisIds.slice(first, first + STOPS_AT_ONCE).map((analysisId) => stop(deps, analysisId)));
  }
}

/** Takes down a page and deletes its images. */
async function stop(deps: Deps, analysisId: number): Promise<void> {
  await createShareStore(deps.store).stop({ analysisId, stamp: deps.newId() });
  await deleteImages(deps.store, analysisImagesPrefix(encodeShareId(analysisId)));
}

/**
 * Deletes an analysis and its page. The page is taken down before and after, as in {@link unshare}; until then the
 * deleted row keeps its mark for the sweep.
 *
 * @param remove marks the row deleted; a shared one only with `mayBeShared`; returns whether it did
 */
export async function removeWithShare(
  deps: Deps,
  { user, analysisId }: { user: PlanHolder; analysisId: number },
  remove: (input: { mayBeShared: boolean }) => Promise<boolean>,
): Promise<Deletion> {
  const removeUnshared = async () => {
    if (!(await remove({ mayBeShared: false }))) return false;
    // Only exists if both a share and a stop were interrupted.
    if ((await createShareStore(deps.store).findVersion(analysisId)) !== null) await stop(deps, analysisId);
    return true;
  };
  if (await removeUnshared()) return { kind: "deleted" };
  const own = await findOwnShare(deps.db, { userId: user.id, analysisId });
  if (own === null) return refused("not-found");
  // In progress, or shared and stopped a moment ago.
  if (own.sharedAt === null) return (await removeUnshared()) ? { kind: "deleted" } : refused("in-progress");
  await stop(deps, analysisId);
  if (!(await remove({ mayBeShared: true }))) return refused("not-found");
  await stop(deps, analysisId);
  await deleteSharesOfDeleted(deps.db, [analysisId]);
  return { kind: "deleted" };
}

async function toSharedAnalysis(
  analysisId: number,
  facts: ShareFacts & { scores: NonNullable<ShareFacts["scores"]>; sharedAt: number },
): Promise<SharedAnalysis> {
  const { raceInfo, venueType, startTime, surface, distanceM, grade, isLearntFrom, createdAt, completedAt } = facts;
  const shown: Omit<SharedAnalysis, "sharedAt" | "imageKey" | "seal"> = {
    analysisId,
    shareId: encodeShareId(analysisId),
    createdAt,
    ...(completedAt === null ? {} : { completedAt }),
    modelName: maskName(facts.modelName),
    userName: maskName(facts.userName),
    race: { ...raceInfo, venueType, startTime, surface, distanceM, ...(grade === null ? {} : { grade }) },
    isLearntFrom,
    horses: facts.scores.map(({ horseNum, bracketNum, horseName, index, probability }, place) => ({
      horseNum,
      bracketNum,
      name: horseName,
      score: index,
      probability: isLearntFrom ? null : probability,
      mark: SHARED_MARKS[place] ?? null,
    })),
  };
  const imageKey = (await sha256Hex(JSON.stringify(shown))).slice(0, 32);
  return { ...shown, sharedAt: facts.sharedAt, imageKey, ...(facts.seal === null ? {} : { seal: facts.seal }) };
}
