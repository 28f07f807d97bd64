/**
 * Artifacts are named by their content, so two models can name the same one, and one can be written while another
 * account's deletion removes it. So a training names its artifact here before it writes it, and a removal is decided
 * here before it takes place: of the two, the second sees the first.
 */

/** No invocation lives as long: whoever began a removal, or named an artifact, by then has ended or died. */
export const LONGEST_INVOCATION_SECONDS = 1_200;

/**
 * Names the artifact of a model that is being created, before it is written (primary keys).
 * being-removed: to be tried again in a while.
 */
export async function nameArtifact(
  d1: D1Database,
  { modelId, artifactKey }: { modelId: number; artifactKey: string },
): Promise<"named" | "being-removed" | "model-gone"> {
  const [named, removal] = await d1.batch([
    d1
      .prepare(
        `update models set artifact_key = ?2 where id = ?1 and status = 1 and deleted_at is null
         and not exists (select 1 from artifact_removals where artifact_key = ?2)`,
      )
      .bind(modelId, artifactKey),
    d1.prepare("select 1 from artifact_removals where artifact_key = ?1").bind(artifactKey),
  ]);
  if (named?.meta.changes === 1) return "named";
  return removal?.results.length === 1 ? "being-removed" : "model-gone";
}

/**
 * Begins to remove the artifacts of a deleted account that no model of a living account names, a deleted one included,
 * as its analyses may still be running. Nobody else removes one at the same time (index models_artifact_key).
 *
 * @returns their keys
 */
export async function beginArtifactRemovals(
  d1: D1Database,
  { userId, now }: { userId: number; now: number },
): Promise<string[]> {
  const { results } = await d1
    .prepare(
      `insert into artifact_removals (artifact_key, since)
       select distinct m.artifact_key, ?2 from models m join users u on u.id = m.user_id and u.deleted_at is not null
       where m.user_id = ?1 and m.artifact_key <> '' and not exists (
         select 1 from models o join users p on p.id = o.user_id
         where o.artifact_key = m.artifact_key and p.deleted_at is null)
       on conflict (artifact_key) do update set since = excluded.since where since <= ?3
       returning artifact_key as artifactKey`,
    )
    .bind(userId, now, now - LONGEST_INVOCATION_SECONDS)
    .all<{ artifactKey: string }>();
  return results.map(({ artifactKey }) => artifactKey);
}

/** The objects are gone: models may name them anew. */
export async function endArtifactRemovals(d1: D1Database, artifactKeys: readonly string[]): Promise<void> {
  await d1
    .prepare("delete from artifact_removals where artifact_key in (select value from json_each(?1))")
    .bind(JSON.stringify(artifactKeys))
    .run();
}
