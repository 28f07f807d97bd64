import { sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isLiving } from "#app/db/fragments.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { type ProfileFields, pickProfile } from "#app/domain/accounts/profile.ts";

/** Undefined fields stay. */
export type ProfileChanges = Partial<ProfileFields> & { name?: string };

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
