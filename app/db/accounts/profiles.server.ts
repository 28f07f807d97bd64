import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import type { ProfileFields } from "#app/domain/profile.ts";

/** What of a profile is to be stored; what is left out stays. */
export type ProfileChanges = Partial<ProfileFields> & { name?: string };

/** These columns by name, and no others that an object from outside may have. */
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

/** Stores what is given of a user's profile (primary key). A deleted account takes nothing more. */
export function updateProfile(db: Database, { userId, changes }: { userId: number; changes: ProfileChanges }) {
  return (
    db
      .update(users)
      // An update sets something, also where nothing is given.
      .set({ ...profileColumns(changes), name: changes.name ?? sql`${users.name}` })
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  );
}
