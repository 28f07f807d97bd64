import type { Site } from "./fault-world.ts";

/** What a site has come to, without ids and instants, which differ from one run to the next. */
const READS: Readonly<Record<string, string>> = {
  users:
    "select id, email, name, password_hash, plan, deleted_at is null lives, erased_at is null remains, default_model_id, name_hidden_at is null shown, calendar_key is null closed from users order by id",
  sessions: "select user_id, staff_until is null closed from sessions order by 1, 2",
  codes: "select kind, email, used_at is null open from mail_codes order by 1, 2, 3",
  plans: "select user_id, plan, reason, source from plan_changes order by effective_at, id",
  // One that was cut off before Stripe was asked ends as refused.
  intents: "select user_id, kind, plan, status from plan_intents where status <> 'refused' order by created_at, id",
  subscriptions: "select user_id, plan, status from subscriptions order by 1, 2, 3",
  downgrades: "select user_id, month from downgrades order by 1, 2",
  uses: "select user_id, kind, returned_at is null used from usage order by 1, 2, 3",
  models:
    "select user_id, name, status, artifact_key is null bare, deleted_at is null lives, confirmed_at is null fresh from models order by 1, 2, 3",
  analyses:
    "select user_id, race_id, status, shared_at is null own, deleted_at is null lives, confirmed_at is null fresh, day_id is null single from analyses order by 1, 2, 3, 4, 5",
  days: "select user_id, date, stopped_at is null runs from analysis_days order by 1, 2",
  tombstones: "select user_id, race_id from analysis_tombstones order by 1, 2",
  searches: "select user_id, number, status from suggestion_searches order by 1, 2",
  marks: "select user_id, race_id, horse_id, mark from horse_marks order by 1, 2, 3",
  notes: "select user_id, horse_id, note from horse_notes order by 1, 2",
  favourites: "select user_id, horse_id from favourite_horses order by 1, 2",
  ownLimits: "select user_id, kind, amount, raise_to, raise_at is null now from own_limits order by 1, 2",
  ownPauses: "select user_id, ends_at from own_pauses order by 1",
  ownTickets: "select user_id, race_id, kind, yen, lines from own_tickets order by id",
  ownBudgets: "select user_id, month, race_id, yen from own_budgets order by 1, 2, 3",
  choices: "select user_id, kind, by_mail, by_push from notification_choices order by 1, 2",
  devices: "select user_id, endpoint from push_subscriptions order by 1, 2",
  notifications:
    "select user_id, kind, mailed_at is null a, pushed_at is null b, ended_at is null c from notifications order by 1, 2",
  mails: `select "to", subject, count(*) n from dev_mails group by 1, 2 order by 1, 2`,
  staff: "select user_id from staff order by 1",
  actions: "select staff_id, action, subject from audit_log order by id",
  alarms: "select key, ended_at is null lasts from alarms order by 1, 2",
  bets: "select model_id, race_id, win_payout_yen, place_payout_yen, quinella_payout_yen from settled_bets order by 1, 2",
  entries: "select ranking_key, period_key, user_id from ranking_entries order by 1, 2, 3",
  imports: "select source, status, undoes from imports order by id",
  failed: "select kind, subject, error from jobs where status = 'failed' order by 1, 2",
};

export async function readSiteState({ d1, deps, billing }: Site): Promise<Record<string, unknown>> {
  const rows = await d1.batch(Object.values(READS).map((text) => d1.prepare(text)));
  const { objects } = await deps.store.list();
  return {
    ...Object.fromEntries(Object.keys(READS).map((name, index) => [name, rows[index]?.results])),
    // A removed page leaves an object too; `findBroken` distinguishes them.
    objects: objects.map(({ key }) => key).filter((key) => !key.startsWith("rankings/")),
    charges: Object.values(billing.world.paymentIntents).map(({ status, refunds }) => `${status} ${refunds.length}`),
  };
}
