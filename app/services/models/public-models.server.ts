import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { decodeShareId, encodeShareId } from "#app/adapters/share-id.server.ts";
import { createPublicModelStore } from "#app/adapters/share-store.server.ts";
import {
  findPublication,
  findPublicModel,
  findSeasonEntry,
  listPublicModels,
  setPublication,
} from "#app/db/models/public-models.server.ts";
import type { OwnModel, PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { isBeforeStart } from "#app/domain/racing/race-start.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Publication, PublicModelView } from "#app/domain/views/public-model.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { readView } from "#app/services/own-records/own-records.server.ts";

const WRITES_TRIED = 20;

const WHOLE_RECORD = { month: null, venue: null, result: null, sort: "new", page: 1 } as const;

/** Null: no such complete model. */
export async function readPublication(
  deps: Deps,
  { user, modelId }: OwnModel,
): Promise<{ publication: Publication; code: string } | null> {
  const publication = await findPublication(deps.db, { userId: user.id, modelId });
  return publication === null ? null : { publication, code: encodeShareId(modelId) };
}

/** The page changes at once, rankings link to it a second later. */
export async function publish(
  deps: Deps,
  { user, modelId, publication }: { user: PlanHolder; modelId: number; publication: Publication },
): Promise<{ kind: "saved" } | Refused<"not-found">> {
  const isSaved = await setPublication(deps.db, { userId: user.id, modelId, publication, now: deps.now() });
  if (!isSaved) return refused("not-found");
  await listPublished(deps);
  return { kind: "saved" };
}

/** Also each minute, for deleted models and accounts. Idempotent. */
export async function listPublished(deps: Deps): Promise<void> {
  const store = createPublicModelStore(deps.store);
  for (let tries = 1; tries <= WRITES_TRIED; tries++) {
    // Before D1 is read: a list written later is newer.
    const { ids, etag } = await store.read();
    const published = await listPublicModels(deps.db);
    if (published.join() === ids.join() || (await store.write(published, etag))) return;
  }
  throw new Error("others wrote the list of public models again and again");
}

/** Null: unknown, deleted or not public. The owner's own figures: a page withdrawn and published again is the same. */
export async function readPublic(deps: Deps, { code }: { code: string }): Promise<PublicModelView | null> {
  const modelId = decodeShareId(code);
  if (modelId === null) return null;
  const now = deps.now();
  const [found, current] = await Promise.all([
    findPublicModel(deps.db, { modelId, date: japanDay(now) }),
    createSeasonStore(deps.store).readBoard(),
  ]);
  if (found === null) return null;
  const { userId, day, modelName, userName, ...model } = found;
  const buildId = current?.board.buildId ?? "";
  const [record, season] = await Promise.all([
    readView(deps, { user: { id: userId, plan: 1 }, modelId, filter: WHOLE_RECORD }),
    findSeasonEntry(deps.db, { modelId, buildId }),
  ]);
  if (record === null) return null;
  // The newest of each race comes first.
  const races = [...new Map(day.toReversed().map((race) => [race.raceId, race])).values()].reverse();
  return {
    ...{ ...model, code, modelId, modelName: maskName(modelName), userName: maskName(userName) },
    figures: record.figures,
    season: season && { ...season, ranked: current?.board.ranked ?? 0 },
    today: races.map(
      ({ raceId, venue, raceNum, startTime, seal, horseNum, bracketNum, horseName, finish, ...race }) => ({
        ...{ raceId, venue, raceNum, startTime, seal },
        pick:
          isBeforeStart({ ...race, startTime }, now) || horseNum === null || horseName === null
            ? null
            : { horseNum, bracketNum, horseName, finish },
      }),
    ),
  };
}
