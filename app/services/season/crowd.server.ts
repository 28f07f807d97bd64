import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { findKeptOut, findNewestCrowd, setKeptOut } from "#app/db/rankings/crowd.server.ts";
import { readCrowdPage } from "#app/db/rankings/crowd-page.server.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { OwnModel, PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { isBeforeStart, startOfRace } from "#app/domain/racing/race-start.ts";
import type { Race } from "#app/domain/racing/records.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { FEWEST_MEMBERS } from "#app/domain/season/crowd-weights.ts";
import { findUsualOpenness } from "#app/domain/season/usual-openness.ts";
import type { CrowdView } from "#app/domain/views/crowd.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { sealProofOf } from "#app/services/seal/seal-proofs.server.ts";
import { FIXED_BEFORE_SECONDS } from "./crowd-fixing.server.ts";

const COMPARED_DAYS = 365;

/** Null: unknown, not central, jumps, or fewer than twenty ranked models. */
async function readCrowd(
  deps: Deps,
  { raceId, userId }: { raceId: string; userId: number | null },
): Promise<CrowdView | null> {
  const since = addDays(japanDay(deps.now()), -COMPARED_DAYS);
  const [found, current] = await Promise.all([
    readCrowdPage(deps.db, { raceId, own: userId === null ? null : { userId, since } }),
    createSeasonStore(deps.store).readBoard(),
  ]);
  if (found === null || current === null) return null;
  const { race, forecast, own } = found;
  const { ranked, members, benchmarks, openness, crowdReturns, crowdBesideOdds } = current.board;
  const isCovered = race.venueType === VenueType.central && race.surface !== "jump";
  if (forecast === null && (!isCovered || ranked < FEWEST_MEMBERS)) return null;
  const { date, venue, raceNum, name, startTime, surface, distanceM, going } = race;
  const isAhead = isBeforeStart(race, deps.now());
  const startsAt = startOfRace(race);
  return {
    race: { raceId: race.raceId, date, venue, raceNum, name, startTime, surface, distanceM, going },
    horses: found.runners.map(({ horseNum, bracketNum, horseName, status }) => ({
      ...{ horseNum, bracketNum, horseName, status },
    })),
    forecast,
    hasStarted: !isAhead,
    dueAt: forecast === null && isAhead && startsAt !== null ? startsAt - FIXED_BEFORE_SECONDS : null,
    ...{ ranked, members, benchmarks, own, returns: crowdReturns, besideOdds: crowdBesideOdds },
    usual: findUsualOpenness(openness, race.raceClass ?? null),
  };
}

/** Central and flat, with twenty ranked models. */
export async function isOffered(deps: Deps, { race }: { race: Pick<Race, "venueType" | "surface"> }): Promise<boolean> {
  if (race.venueType !== VenueType.central || race.surface === "jump") return false;
  const current = await createSeasonStore(deps.store).readBoard();
  return current !== null && current.board.ranked >= FEWEST_MEMBERS;
}

/** The race of the newest forecast; null: none. */
export async function findNewest(deps: Deps): Promise<string | null> {
  return await findNewestCrowd(deps.db);
}

export async function read(
  deps: Deps,
  { user, raceId }: { user: PlanHolder; raceId: string },
): Promise<CrowdView | null> {
  const view = await readCrowd(deps, { raceId, userId: user.id });
  if (view === null || !mayOpenDay(user.plan, { date: view.race.date, today: japanDay(deps.now()) })) return null;
  return view;
}

/** After the start; without odds and going, which are not public. */
export async function readShared(deps: Deps, { raceId }: { raceId: string }): Promise<CrowdView | null> {
  const view = await readCrowd(deps, { raceId, userId: null });
  if (view === null || view.forecast === null || !view.hasStarted) return null;
  const runners = view.forecast.runners.map((runner) => ({ ...runner, odds: null }));
  return { ...view, race: { ...view.race, going: null }, forecast: { ...view.forecast, runners } };
}

/** After the start. Null: none, or in no head yet. */
export async function sealProofOfCrowd(deps: Deps, { raceId }: { raceId: string }): Promise<string | null> {
  const seal = (await readShared(deps, { raceId }))?.forecast?.seal;
  const proof = seal === undefined ? null : await sealProofOf(deps, { hash: seal });
  return proof?.kind === "proof" ? proof.file : null;
}

/** Null: no such model. */
export async function isKeptOut(deps: Deps, { user, modelId }: OwnModel): Promise<boolean | null> {
  return findKeptOut(deps.db, { modelId, userId: user.id });
}

/** From the next race on. */
export async function keepOut(
  deps: Deps,
  { user, modelId, isKeptOut: isOut }: { user: PlanHolder; modelId: number; isKeptOut: boolean },
): Promise<{ kind: "saved" } | Refused<"not-found">> {
  const isFound = await setKeptOut(deps.db, { modelId, userId: user.id, isKeptOut: isOut, now: deps.now() });
  return isFound ? { kind: "saved" } : refused("not-found");
}
