import { isRestricted, PLANS, planName } from "#app/domain/plans/plans.ts";
import { PROFILE_ICONS } from "#app/domain/profile.ts";
import type { SessionUser } from "#app/services/services.ts";
import type { Viewer } from "./app-shell.tsx";
import { noticesOf } from "./notices.ts";
import type { RestrictedPlan } from "./restricted-mode.tsx";

/** What the frame of a logged-in page shows of its user. */
export function viewerOf(user: SessionUser, now: number): Viewer {
  return {
    name: user.name,
    icon: PROFILE_ICONS.find((icon) => icon === user.icon) ?? null,
    planName: planName(user.plan),
    restricted: restrictedPlan(user.plan),
    notices: noticesOf(user, now),
  };
}

/** Of a plan in restricted mode the one that is to be paid again; else null. */
function restrictedPlan(plan: number): RestrictedPlan | null {
  const row = isRestricted(plan) ? PLANS.find((candidate) => candidate.plan === plan - 100) : undefined;
  return row === undefined ? null : { plan: row.plan, name: row.name, priceYen: row.priceYen };
}
