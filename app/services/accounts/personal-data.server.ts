import { readPersonalData } from "#app/db/accounts/personal-data.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * Exports a user's data. Times are unix seconds, as everywhere on the wire; secrets (hashes, tokens, codes) are left
 * out.
 */
export async function exportPersonalData(deps: Deps, { user }: { user: PlanHolder }): Promise<Record<string, unknown>> {
  const kept = await readPersonalData(deps.db, user.id);
  return {
    version: 1,
    generated_at: deps.now(),
    user: kept.user,
    plan_changes: kept.planChanges,
    subscriptions: kept.subscriptions,
    downgrades: kept.downgrades,
    plan_requests: kept.planRequests,
    usage: kept.usage,
    models: kept.models,
    analysis_results: kept.analyses,
    deleted_analyses: kept.deletedAnalyses,
    record_entries: kept.recordEntries,
    analysis_days: kept.analysisDays,
    rankings: kept.rankings,
    horse_marks: kept.horseMarks,
    horse_notes: kept.horseNotes,
    favourite_horses: kept.favouriteHorses,
    notice_choices: kept.noticeChoices,
    push_subscriptions: kept.pushSubscriptions,
    notices: kept.notices,
    staff: kept.staff,
    own_limits: kept.ownLimits,
    own_pauses: kept.ownPauses,
    own_budgets: kept.ownBudgets,
    passkeys: kept.passkeys,
    sessions: kept.sessions,
    mail_requests: kept.mailRequests,
  };
}
