import { listLeagues, readLeague, readInvitation as readOpenInvitation } from "#app/db/leagues/league-reads.server.ts";
import { insertChoice, insertLeague, insertMember, setInvitation, setLeft } from "#app/db/leagues/leagues.server.ts";
import { measureLeague, weekOf } from "#app/domain/leagues/league.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, DAY_SECONDS, dayNumber, japanDay } from "#app/domain/racing/japan-time.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import type { LeagueSummary, LeagueView } from "#app/domain/views/league.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

const INVITATION_SECONDS = 7 * DAY_SECONDS;
const LEFT_NAME = "退会した人";

function instantOf(deps: Deps) {
  const now = deps.now();
  const today = japanDay(now);
  return { now, today, nextWeek: addDays(weekOf(today), 7) };
}

function summarise({
  id,
  name,
  hostName,
  members,
  firstDay,
  lastDay,
}: Omit<LeagueSummary, "weeks" | "hostName"> & { hostName: string | null }): LeagueSummary {
  return {
    ...{ id, name: maskName(name), hostName: hostName === null ? LEFT_NAME : maskName(hostName), members },
    ...{ firstDay, lastDay, weeks: (dayNumber(lastDay) + 1 - dayNumber(firstDay)) / 7 },
  };
}

/** With the models that the user may enter. */
export async function list(deps: Deps, { user }: { user: PlanHolder }) {
  const { leagues, eligible } = await listLeagues(deps.db, { userId: user.id });
  return { leagues: leagues.map(summarise), eligible };
}

/** Begins with the next week. Idempotent within a week, by the name. */
export async function create(
  deps: Deps,
  { user, name, weeks, modelId }: { user: PlanHolder; name: string; weeks: number; modelId: number },
): Promise<{ kind: "created"; id: string } | Refused<"no-model" | "too-many-leagues" | "left"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "leagues" });
  if (taken.kind === "refused") return taken;
  const instant = instantOf(deps);
  const lastDay = addDays(instant.nextWeek, weeks * 7 - 1);
  const stored = await insertLeague(deps.db, {
    ...{ id: deps.newId(), userId: user.id, name, modelId, lastDay, ...instant },
  });
  if (stored.hasLeft) return refused("left");
  if (stored.id !== null) return { kind: "created", id: stored.id };
  return refused(stored.isEligible ? "too-many-leagues" : "no-model");
}

/** Null: no such invitation, or over. */
export async function readInvitation(deps: Deps, { user, token }: { user: PlanHolder; token: string }) {
  const { now, nextWeek } = instantOf(deps);
  const found = await readOpenInvitation(deps.db, {
    ...{ userId: user.id, inviteHash: await sha256Hex(token), now, nextWeek },
  });
  return found && { league: summarise(found.league), eligible: found.eligible };
}

/** Idempotent. */
export async function join(
  deps: Deps,
  { user, token, modelId }: { user: PlanHolder; token: string; modelId: number },
): Promise<
  { kind: "joined"; id: string } | Refused<"not-found" | "no-model" | "full" | "left" | "too-many-leagues"> | TooMany
> {
  const taken = await consumeCall(deps, { user, door: "leagues" });
  if (taken.kind === "refused") return taken;
  const inviteHash = await sha256Hex(token);
  const found = await insertMember(deps.db, { userId: user.id, inviteHash, modelId, ...instantOf(deps) });
  if (found === null) return refused("not-found");
  if (found.isMember) return { kind: "joined", id: found.leagueId };
  if (found.hasLeft) return refused("left");
  if (!found.isEligible) return refused("no-model");
  return refused(found.hasRoom ? "too-many-leagues" : "full");
}

/** From the next week on; once a week. */
export async function chooseModel(
  deps: Deps,
  { user, id, modelId }: { user: PlanHolder; id: string; modelId: number },
): Promise<{ kind: "saved" } | Refused<"not-found" | "chosen"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "leagues" });
  if (taken.kind === "refused") return taken;
  const outcome = await insertChoice(deps.db, { leagueId: id, userId: user.id, modelId, ...instantOf(deps) });
  return outcome === "saved" ? { kind: "saved" } : refused(outcome);
}

/** The host's. The result is the only place that has the token; an earlier one ends. */
export async function invite(
  deps: Deps,
  { user, id }: { user: PlanHolder; id: string },
): Promise<{ kind: "invited"; token: string } | Refused<"not-found"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "leagues" });
  if (taken.kind === "refused") return taken;
  const { now, today } = instantOf(deps);
  const token = deps.newId();
  const invitation = { hash: await sha256Hex(token), expiresAt: now + INVITATION_SECONDS };
  const isSet = await setInvitation(deps.db, { leagueId: id, userId: user.id, today, invitation });
  return isSet ? { kind: "invited", token } : refused("not-found");
}

/** Idempotent. */
export async function revokeInvitation(deps: Deps, { user, id }: { user: PlanHolder; id: string }): Promise<void> {
  const { today } = instantOf(deps);
  await setInvitation(deps.db, { leagueId: id, userId: user.id, today, invitation: null });
}

/** For good: results stay, without the name. Idempotent. */
export async function leave(deps: Deps, { user, id }: { user: PlanHolder; id: string }): Promise<void> {
  await setLeft(deps.db, { leagueId: id, userId: user.id, now: deps.now() });
}

/** Null: not a member, or no such league. */
export async function read(deps: Deps, { user, id }: { user: PlanHolder; id: string }): Promise<LeagueView | null> {
  const { now, today, nextWeek } = instantOf(deps);
  const found = await readLeague(deps.db, { leagueId: id, userId: user.id });
  if (found === null) return null;
  const { league, members, choices, rows, eligible } = found;
  const summary = summarise(league);
  const { firstDay, lastDay, weeks } = summary;
  const choicesOf = (userId: number) => choices.filter((choice) => choice.userId === userId);
  const names = members.map(({ userId, name, leftAt }) => {
    const own = choicesOf(userId);
    const current = own.findLast(({ week }) => week <= today) ?? own[0];
    const shown = { name: maskName(name), modelName: current === undefined ? null : maskName(current.modelName) };
    return [userId, leftAt === null ? shown : { name: LEFT_NAME, modelName: null }] as const;
  });
  const season = measureLeague({
    members: members.map(({ userId, joinedAt, leftAt }) => ({
      ...{ userId, from: addDays(weekOf(japanDay(joinedAt)), 7), leftOn: leftAt === null ? null : japanDay(leftAt) },
    })),
    ...{ rows, firstDay, weeks, today },
  });
  const week = nextWeek < firstDay ? firstDay : nextWeek;
  const own = choicesOf(user.id);
  return {
    ...{ league: summary, ownId: user.id, isHost: league.hostId === user.id, season, eligible },
    invitedUntil: (league.inviteExpiresAt ?? 0) > now ? league.inviteExpiresAt : null,
    names: new Map(names),
    nextWeek: week <= lastDay ? week : null,
    nextModelId: own.at(-1)?.modelId ?? null,
    isChosen: own.at(-1)?.week === week,
  };
}
