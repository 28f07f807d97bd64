import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import type { ProfileFields } from "#app/domain/profile.ts";

/** What of a profile is to be stored; what is left out stays. */
export type ProfileChanges = Partial<ProfileFields> & { name?: string };

/** Stores what is given of a user's profile (primary key). A deleted account takes nothing more. */
export function updateProfile(db: Database, { userId, changes }: { userId: number; changes: ProfileChanges }) {
  return db
    .update(users)
    .set({
      // Also where nothing is given: an update has to set something.
      name: changes.name ?? sql`${users.name}`,
      birthDate: changes.birthDate,
      sex: changes.sex,
      favHorse: changes.favHorse,
      favJockey: changes.favJockey,
      favTicketType: changes.favTicketType,
      raceOfMemories: changes.raceOfMemories,
      racingExperience: changes.racingExperience,
      icon: changes.icon,
      phoneNumber: changes.phoneNumber,
      prefectures: changes.prefectures,
      profile: changes.profile,
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}
