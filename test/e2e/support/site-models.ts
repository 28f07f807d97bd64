import { and, eq } from "drizzle-orm";
import { readSessionToken } from "#app/adapters/session-token.server.ts";
import { nameArtifact } from "#app/db/models/artifacts.server.ts";
import { insertModel } from "#app/db/models/models.server.ts";
import { completeTraining, startTraining } from "#app/db/models/training.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { type FeatureChoice, usesWeight } from "#app/domain/features/choice.ts";
import { MODEL_NOTIFICATIONS_PER_DAY } from "#app/domain/notifications.ts";
import { hasFreeLimits } from "#app/domain/plans/plans.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { MODEL_READY } from "#app/services/notifications/notification-words.ts";
import { readSite } from "./site-accounts.ts";

/**
 * Models by the site's own queries, on its running database: of the same features on the same races a training gives the
 * same artifact, so a worker has each choice trained once, and its other models name that artifact. A hundred trainings
 * took an eighth of the browser tests' processor time; the journeys of models still train by the form.
 */

/** A trained model by site and features. */
const trained = new Map<string, number>();
const keyOf = (url: string, feature: unknown) => `${url} ${JSON.stringify(feature)}`;

/** Notes a model that was trained, for {@link makeModel}. */
export function noteTrained(url: string, { feature, modelId }: { feature: unknown; modelId: number }): void {
  trained.set(keyOf(url, feature), modelId);
}

/**
 * Creates a complete model of central races like a trained one, with its use of the quota and its notification, outside of the
 * plan's limits.
 * @param token the owner's session
 * @returns its id; null if none with these features was trained, or its artifact is gone with its owner
 */
export async function makeModel(
  url: string,
  { token, name, feature }: { token: string; name: string; feature: unknown },
): Promise<number | null> {
  const { db, store, now, settings } = readSite(url);
  const session = await readSessionToken(settings, { token, now });
  const owner = await db
    .select({ id: users.id, plan: users.plan })
    .from(users)
    .where(eq(users.id, session?.userId ?? 0))
    .get();
  const like = await db
    .select()
    .from(models)
    .where(eq(models.id, trained.get(keyOf(url, feature)) ?? 0))
    .get();
  if (owner === undefined || !like?.artifactKey || like.report === null) return null;
  if ((await store.head(like.artifactKey)) === null) return null;

  const { artifactKey, report, details, venueType, featureCount } = like;
  const choice = JSON.parse(like.features) as FeatureChoice;
  const [day, month] = [japanDay(now), japanMonth(now)];
  const job = { id: crypto.randomUUID(), kind: "train-model" } as const;
  const { modelId } = await insertModel(db, {
    model: {
      ...{ userId: owner.id, formKey: crypto.randomUUID(), parentId: null, name },
      ...{ venueType, choice, featureCount, isWeight: usesWeight(choice) },
    },
    limits: { createdPerMonth: null, held: null },
    booking: { now, day, month, underFreeLimits: hasFreeLimits(owner.plan) },
    job,
  });
  if (modelId === null) throw new Error(`${name}: no model could be made`);
  await startTraining(db, { modelId, today: day });
  if ((await nameArtifact(db, { modelId, artifactKey })) !== "named") throw new Error(`${name}: no artifact`);
  const notification = { ...MODEL_READY, day, perDay: MODEL_NOTIFICATIONS_PER_DAY, now };
  await completeTraining(db, { modelId, artifactKey, report, details, now, notification });
  // No message was sent for it; the sweep would find nothing left to train.
  await db
    .update(jobs)
    .set({ status: "done", finishedAt: now })
    .where(and(eq(jobs.id, job.id), eq(jobs.status, "queued")));
  return modelId;
}
