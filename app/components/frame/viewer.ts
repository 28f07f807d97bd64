import { restrictedWords } from "#app/components/plans/restricted-words.ts";
import { PROFILE_ICONS } from "#app/domain/accounts/profile.ts";
import { planName } from "#app/domain/plans/plans.ts";
import type { Viewer } from "./app-shell.tsx";
import { type EndedWork, notificationsOf } from "./notifications.ts";

interface User extends EndedWork {
  name: string;
  /** Key of a built-in icon, or "". */
  icon: string;
  plan: number;
}

export function viewerOf(user: User, now: number): Viewer {
  return {
    name: user.name,
    icon: PROFILE_ICONS.find((icon) => icon === user.icon) ?? null,
    planName: planName(user.plan),
    restricted: restrictedWords(user.plan),
    notifications: notificationsOf(user, now),
  };
}
