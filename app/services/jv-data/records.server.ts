import { recordDelivery } from "#app/db/racing/delivered-days.server.ts";
import type { ImportSource } from "#app/db/racing/imports.server.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import { enqueueSharedResults } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueDueFeatureBuild } from "#app/services/models/feature-builds.server.ts";
import { applyRaces } from "./apply-races.server.ts";
import { type Delivery, groupRaces, readDelivery } from "./delivery.server.ts";
import { applyHorses } from "./horse-masters.server.ts";
import { applyOdds } from "./odds.server.ts";
import { keepImpossible } from "./pending-records.server.ts";
import { openReport, type RecordsReport } from "./records-report.ts";

const NOTED_DAYS = 7;

/** Idempotent and order-independent. @param source "sample": hidden like the rest of the sample */
export async function applyRecords(
  deps: Deps,
  { bytes, source = "real" }: { bytes: Uint8Array; source?: ImportSource },
): Promise<RecordsReport> {
  const delivery = readDelivery(bytes);
  const report = openReport(delivery);
  await keepImpossible(deps, delivery.impossible, report);
  // Races read them.
  const forced = new Set(await applyHorses(deps, { horses: delivery.horses, source }, report));
  let hasChanged = false;
  for (const group of groupRaces(new Set([...delivery.races.keys(), ...forced]), delivery.meetings.keys())) {
    const importId = await applyRaces(deps, { source, group, delivery, forced }, report);
    if (importId === null) continue;
    hasChanged = true;
    await enqueueSharedResults(deps, { importId });
  }
  // An earlier delivery may have been cut off before this.
  if (hasChanged || report.unchanged > 0) await enqueueDueFeatureBuild(deps);
  await applyOdds(deps, delivery.odds, report);
  await recordDays(deps, delivery);
  return report;
}

/** Skips old days. */
async function recordDays(deps: Deps, { days }: Delivery): Promise<void> {
  const now = deps.now();
  const oldest = addDays(japanDay(now), -NOTED_DAYS);
  const recent = [...days].filter((day) => day >= oldest);
  if (recent.length > 0) await recordDelivery(deps.db, { days: recent, now });
}
