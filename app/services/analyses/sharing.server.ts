import { deleteImages } from "#app/adapters/drawn-images.server.ts";
import { decodeShareId, encodeShareId, readShareReference } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import {
  findOwnShare,
  findSharedOutcome,
  forgetSharesOfDeleted,
  listSharedOfDeleted,
  listSharedOfUser,
  markShared,
  markUnshared,
  type ShareFacts,
} from "#app/db/analyses/sharing.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { SHARED_MARKS, type SharedAnalysis, withOutcome } from "#app/domain/scoring/shared-analysis.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { SharedView, SharingServices } from "#app/services/public-views.ts";
import { analysisImagePath, analysisImagesPrefix } from "./share-image-address.ts";

type ShareResult = Awaited<ReturnType<SharingServices["share"]>>;

/** Losing twice to others who share or stop the same analysis is already odd. */
const PUT_TRIES = 5;

/**
 * Pages that one look takes down. Each costs three calls of the store, the end of an account looks twice, and a Worker has
 * a thousand calls; what is left is the sweep's.
 */
const STOPS_AT_MOST = 100;

const STOPS_AT_ONCE = 10;

/**
 * Makes a finished analysis of the user's public: marked in D1, then put into R2, where readers look. What stood in R2 is
 * read first and only that is replaced, so a stop that comes in between is not undone, however late the put.
 */
export async function share(
  deps: Deps,
  { user, analysisId }: { user: PlanHolder; analysisId: number },
): Promise<ShareResult> {
  const shares = createShareStore(deps.store);
  let replaces = await shares.findMark(analysisId);
  const facts = await markShared(deps.db, { userId: user.id, analysisId, now: deps.now() });
  if (facts === null) return { kind: "refused", reason: "not-found" };
  if (facts.status !== AnalysisStatus.complete || facts.scores === null || facts.sharedAt === null) {
    return { kind: "refused", reason: "not-finished" };
  }
  const shared = await toSharedAnalysis(analysisId, { ...facts, scores: facts.scores, sharedAt: facts.sharedAt });
  let { outcome } = facts;
  for (let tries = 1; tries <= PUT_TRIES; tries++) {
    if (await shares.put(withOutcome(shared, outcome), { replaces })) {
      const latest = await findSharedOutcome(deps.db, analysisId);
      // Only if whoever stopped it was cut off before the end of that.
      if (latest === null) await stop(deps, analysisId);
      // A later import may have looked for pages before this one was there.
      if (latest === null || latest.dataVersion === outcome.dataVersion) {
        return { kind: "shared", shareId: shared.shareId };
      }
    }
    replaces = await shares.findMark(analysisId);
    const latest = await findSharedOutcome(deps.db, analysisId);
    // Stopped since: it was shared for a moment.
    if (latest === null) return { kind: "shared", shareId: shared.shareId };
    outcome = latest;
  }
  throw new Error(`analysis ${analysisId} could not be shared in ${PUT_TRIES} tries`);
}

/**
 * Takes the page down first, so that whoever is cut off leaves too little public rather than too much, and once more after
 * the mark in D1 is gone, for a share that was on its way.
 */
export async function unshare(
  deps: Deps,
  { user, analysisId }: { user: PlanHolder; analysisId: number },
): Promise<boolean> {
  if ((await findOwnShare(deps.db, { userId: user.id, analysisId })) === null) return false;
  await stop(deps, analysisId);
  await markUnshared(deps.db, { userId: user.id, analysisId });
  await stop(deps, analysisId);
  return true;
}

export async function find(deps: Deps, { shareId }: { shareId: string }): Promise<SharedView | null> {
  return await findShared(deps, decodeShareId(shareId));
}

export async function resolve(deps: Deps, { reference }: { reference: string }): Promise<SharedView | null> {
  return await findShared(deps, readShareReference(reference));
}

async function findShared(deps: Deps, analysisId: number | null): Promise<SharedView | null> {
  const shared = analysisId === null ? null : await createShareStore(deps.store).find(analysisId);
  if (shared === null) return null;
  const url = `${deps.config.publicUrl}/share/analysis/${shared.shareId}`;
  return { ...shared, url, imagePath: analysisImagePath(shared) };
}

/** Takes down what the user shares, before the account is deleted. */
export async function stopSharesOfUser(deps: Deps, { userId }: { userId: number }): Promise<void> {
  await stopShares(deps, await listSharedOfUser(deps.db, { userId, limit: STOPS_AT_MOST }));
}

/**
 * Takes down pages of deleted analyses that keep their mark: such as were shared while they were deleted, or whose
 * deletion was cut off.
 */
export async function stopSharesOfDeleted(deps: Deps): Promise<void> {
  const analysisIds = await listSharedOfDeleted(deps.db, { limit: STOPS_AT_MOST });
  await stopShares(deps, analysisIds);
  await forgetSharesOfDeleted(deps.db, analysisIds);
}

/** Takes down these pages, for good. */
export async function stopShares(deps: Deps, analysisIds: readonly number[]): Promise<void> {
  for (let first = 0; first < analysisIds.length; first += STOPS_AT_ONCE) {
    await Promise.all(analysisIds.slice(first, first + STOPS_AT_ONCE).map((analysisId) => stop(deps, analysisId)));
  }
}

/** The page, and what was drawn of it. */
async function stop(deps: Deps, analysisId: number): Promise<void> {
  await createShareStore(deps.store).stop({ analysisId, stamp: deps.newId() });
  await deleteImages(deps.store, analysisImagesPrefix(encodeShareId(analysisId)));
}

/**
 * Deletes an analysis with its page: the page goes first and again afterwards, as in {@link unshare}; until then the deleted
 * row keeps its mark, for the sweep.
 *
 * @param remove marks the row deleted, one that is shared only if it may; false: it did not
 */
export async function removeWithShare(
  deps: Deps,
  { user, analysisId }: { user: PlanHolder; analysisId: number },
  remove: (input: { mayBeShared: boolean }) => Promise<boolean>,
): Promise<boolean> {
  const removeUnshared = async () => {
    if (!(await remove({ mayBeShared: false }))) return false;
    // Nothing unless a share and a stop were both cut off.
    if ((await createShareStore(deps.store).findVersion(analysisId)) !== null) await stop(deps, analysisId);
    return true;
  };
  if (await removeUnshared()) return true;
  const own = await findOwnShare(deps.db, { userId: user.id, analysisId });
  if (own === null) return false;
  // In progress, or shared a moment ago and stopped since.
  if (own.sharedAt === null) return removeUnshared();
  await stop(deps, analysisId);
  if (!(await remove({ mayBeShared: true }))) return false;
  await stop(deps, analysisId);
  await forgetSharesOfDeleted(deps.db, [analysisId]);
  return true;
}

async function toSharedAnalysis(
  analysisId: number,
  facts: ShareFacts & { scores: NonNullable<ShareFacts["scores"]>; sharedAt: number },
): Promise<SharedAnalysis> {
  const { raceInfo, venueType, startTime, surface, distanceM, grade, isLearntFrom, createdAt, completedAt } = facts;
  const shown: Omit<SharedAnalysis, "sharedAt" | "imageKey"> = {
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
  return { ...shown, sharedAt: facts.sharedAt, imageKey };
}
