/** The end of an older sample in a local state: its races, and what was only ever true of them. */

const SAMPLE_RACES = "(select race_id from races where source = 'sample')";
const DEMO_MODELS =
  "(select m.id from models m join users u on u.id = m.user_id where u.is_demo = 1 and m.form_key glob 'demo-*')";

/** Shared analyses of sample races, whose pages are to be taken down first. */
export async function listSharedOfSample(d1: D1Database): Promise<number[]> {
  const { results } = await d1
    .prepare(`select id from analyses where shared_at is not null and race_id in ${SAMPLE_RACES}`)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/**
 * Deletes the sample races with their runners and payouts, the analyses and settled bets of them, the demo models, and
 * the rankings, which are counted again. Users, their own models, plans and quotas stay, and everything of real races.
 * @returns how many races there were
 */
export async function deleteSample(d1: D1Database): Promise<number> {
  const statements = [
    "delete from ranking_entries",
    "delete from ranking_builds",
    "delete from ledger_days",
    `delete from settled_bets where race_id in ${SAMPLE_RACES} or model_id in ${DEMO_MODELS}`,
    // Whatever waits or runs for what goes now; a training of a user's own model waits for the next data.
    `delete from jobs where kind in ('settle-bets', 'build-rankings', 'build-features')
       or (kind = 'score-race' and subject in (select cast(id as text) from analyses where race_id in ${SAMPLE_RACES}))
       or (kind = 'train-model' and subject in (select cast(id as text) from models where id in ${DEMO_MODELS}))`,
    `delete from analysis_tombstones where race_id in ${SAMPLE_RACES} or model_id in ${DEMO_MODELS}`,
    `delete from analyses where race_id in ${SAMPLE_RACES} or model_id in ${DEMO_MODELS}`,
    `delete from models where id in ${DEMO_MODELS}`,
    "delete from app_state where key = 'demo-models-hidden-at'",
    `delete from payouts where race_id in ${SAMPLE_RACES}`,
    `delete from runners where race_id in ${SAMPLE_RACES}`,
    "delete from races where source = 'sample'",
  ];
  const results = await d1.batch(statements.map((sql) => d1.prepare(sql)));
  return results.at(-1)?.meta.changes ?? 0;
}
