import type { ProfileFields } from "#app/domain/profile.ts";

/** What of a profile is to be stored; what is left out stays. */
export type ProfileChanges = Partial<ProfileFields> & { name?: string };

/** Statement that stores what is given of a user's profile (primary key). A deleted account takes nothing more. */
export function updateProfileStatement(
  d1: D1Database,
  { userId, changes }: { userId: number; changes: ProfileChanges },
): D1PreparedStatement {
  return d1
    .prepare(
      `update users set name = coalesce(?2, name), birth_date = coalesce(?3, birth_date), sex = coalesce(?4, sex),
         fav_horse = coalesce(?5, fav_horse), fav_jockey = coalesce(?6, fav_jockey),
         fav_ticket_type = coalesce(?7, fav_ticket_type), race_of_memories = coalesce(?8, race_of_memories),
         racing_experience = coalesce(?9, racing_experience), icon = coalesce(?10, icon),
         phone_number = coalesce(?11, phone_number), prefectures = coalesce(?12, prefectures),
         profile = coalesce(?13, profile)
       where id = ?1 and deleted_at is null`,
    )
    .bind(
      userId,
      changes.name ?? null,
      changes.birthDate ?? null,
      changes.sex ?? null,
      changes.favHorse ?? null,
      changes.favJockey ?? null,
      changes.favTicketType ?? null,
      changes.raceOfMemories ?? null,
      changes.racingExperience ?? null,
      changes.icon ?? null,
      changes.phoneNumber ?? null,
      changes.prefectures ?? null,
      changes.profile ?? null,
    );
}

export async function updateProfile(d1: D1Database, input: { userId: number; changes: ProfileChanges }): Promise<void> {
  await updateProfileStatement(d1, input).run();
}
