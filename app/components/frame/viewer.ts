import { restrictedWords } from "#app/components/plans/restricted-words.ts";
import { planName } from "#app/domain/plans/plans.ts";
import { PROFILE_ICONS } from "#app/domain/profile.ts";
import type { SessionUser } from "#app/services/services.ts";
import type { Viewer } from "./app-shell.tsx";
import { noticesOf } from "./notices.ts";

/** What the frame of a logged-in page shows of its user. */
export function viewerOf(user: SessionUser, now: number): Viewer {
  return {
    name: user.name,
    icon: PROFILE_ICONS.find((icon) => icon === user.icon) ?? null,
    planName: planName(user.plan),
    restricted: restrictedWords(user.plan),
    notices: noticesOf(user, now),
  };
}
