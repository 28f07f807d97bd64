import { enterNames, hasPendingNames, readPendingNames, searchByName } from "#app/db/racing/search-names.server.ts";
import { lastOpenDay } from "#app/domain/plans/entitlements.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { isSearchable, nameKey } from "#app/domain/racing/name-key.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { FoundNames } from "#app/domain/views/found-names.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";

/** Some three thousand runners. */
const RACES_PER_SLICE = 200;
/** Two calls each; a Worker has a thousand. */
const SLICES_PER_MESSAGE = 100;

/** After an import, and by the sweep. */
export async function enqueueNames(deps: Deps): Promise<void> {
  if (await hasPendingNames(deps.db)) await enqueueJob(deps, { kind: "enter-names", subject: "all" });
}

/** Each slice is one transaction, so the job can be repeated. */
export async function enterPendingNames({
  deps,
  yieldAndRenewLease,
  isUserWorkWaiting,
}: JobContext): Promise<JobOutcome> {
  for (let slice = 0; slice < SLICES_PER_MESSAGE; slice += 1) {
    await yieldAndRenewLease();
    const { pending, names } = await readPendingNames(deps.db, { limit: RACES_PER_SLICE });
    if (pending.length === 0) return { kind: "done" };
    await enterNames(deps.db, {
      pending,
      names: names.flatMap((name) => {
        const key = nameKey(name.name);
        return key === "" ? [] : [{ ...name, key }];
      }),
    });
    if (await isUserWorkWaiting()) return { kind: "again", delaySeconds: 1 };
  }
  return { kind: "again", delaySeconds: 0 };
}

/** In any kana, width and case. @returns too-short: less than two letters or one kanji */
export async function search(
  deps: Deps,
  { user, text }: { user: PlanHolder; text: string },
): Promise<{ kind: "found"; found: FoundNames } | Refused<"too-short">> {
  const key = nameKey(text);
  if (!isSearchable(key)) return refused("too-short");
  const today = japanDay(deps.now());
  const found = await searchByName(deps.db, { key, today, lastDay: lastOpenDay(user.plan, today) });
  return { kind: "found", found };
}
