/** The last finished import, which is what `races.data_version` counts by; null before the first (primary key). */
export async function findDataVersion(d1: D1Database): Promise<string | null> {
  const row = await d1
    .prepare("select cast(id as text) as version from imports where status = 'done' order by id desc limit 1")
    .first<{ version: string }>();
  return row?.version ?? null;
}
