import { restrictedWords } from "#app/components/plans/restricted-words.ts";
import { planName } from "#app/domain/plans/plans.ts";
import { PROFILE_ICONS } from "#app/domain/profile.ts";
import type { Viewer } from "./app-shell.tsx";
import { type EndedWork, noticesOf } from "./notices.ts";

/** What the frame of a logged-in page reads of its user. */
interface User extends EndedWork {
  name: string;
  /** Key of a built-in picture, or "". */
  icon: string;
  plan: number;
}

/** What the frame of a logged-in page shows of its user. */
export function viewerOf(user: User, now: number): Viewer {
  return {
    name: user.name,
    icon: PROFILE_ICONS.find((icon) => icon === user.icon) ?? null,
    planName: planName(user.plan),
    restricted: restrictedWords(user.plan),
    notices: noticesOf(user, now),
  };
}
