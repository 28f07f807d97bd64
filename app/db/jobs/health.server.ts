/** @throws when D1 does not answer */
export async function pingDatabase(d1: D1Database): Promise<void> {
  await d1.prepare("select 1").first();
}
