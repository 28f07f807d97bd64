import { sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isLiving } from "#app/db/fragments.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import type { ProfileFields } from "#app/domain/accounts/profile.ts";

/** Undefined fields stay. */
export type ProfileChanges = Partial<ProfileFields> & { name?: string };

/** Drops other properties of the object. */
export function profileColumns(profile: Partial<ProfileFields>) {
  return {
    birthDate: profile.birthDate,
    sex: profile.sex,
    favHorse: profile.favHorse,
    favJockey: profile.favJockey,
    favTicketType: profile.favTicketType,
    raceOfMemories: profile.raceOfMemories,
    racingExperience: profile.racingExperience,
    icon: profile.icon,
    phoneNumber: profile.phoneNumber,
    prefectures: profile.prefectures,
    profile: profile.profile,
  };
}

export function updateProfile(db: Database, { userId, changes }: { userId: number; changes: ProfileChanges }) {
  return (
    db
      .update(users)
      // An update must set something even if no field is given.
      .set({ ...profileColumns(changes), name: changes.name ?? sql`${users.name}` })
      .where(isLiving(userId))
  );
}
