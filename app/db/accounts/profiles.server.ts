import { sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isLiving } from "#app/db/fragments.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { EMPTY_PROFILE, type ProfileFields } from "#app/domain/accounts/profile.ts";

/** Undefined fields stay. */
export type ProfileChanges = Partial<ProfileFields> & { name?: string };

/** Drops other properties of the object. */
export function pickProfile<Fields extends { [Name in keyof ProfileFields]?: unknown }>(fields: Fields) {
  const names = Object.keys(EMPTY_PROFILE) as (keyof ProfileFields)[];
  // Object.fromEntries knows no keys.
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, keyof ProfileFields>;
}

/** In the order of {@link EMPTY_PROFILE}. */
export const profileColumns = pickProfile(users);

export function updateProfile(db: Database, { userId, changes }: { userId: number; changes: ProfileChanges }) {
  return (
    db
      .update(users)
      // An update must set something even if no field is given.
      .set({ ...pickProfile(changes), name: changes.name ?? sql`${users.name}` })
      .where(isLiving(userId))
  );
}
