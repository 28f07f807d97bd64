import { type Candidate, type CandidatePlace, listCandidates } from "#app/db/rankings/rankings.server.ts";
import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";
import { type Participant, selectParticipants } from "#app/domain/rankings/participation.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import type { Deps } from "#app/services/deps.server.ts";

const CANDIDATES_PER_READ = 1_000;

/** Names are masked. */
export type RankedModel = Participant & Pick<Candidate, "userId" | "modelName" | "userName" | "isOfDeletedUser">;

/** Plans as of the period's own instants, current names. */
export async function listRankedModels(
  { db }: Pick<Deps, "db">,
  period: CountedPeriod,
  yieldAndRenewLease: () => Promise<void>,
): Promise<RankedModel[]> {
  const rankedModels: RankedModel[] = [];
  let models: Candidate[] = [];
  const endUser = () => {
    const plan = models[0]?.plan ?? 0;
    const owners = new Map(models.map((model) => [model.modelId, model]));
    for (const participant of selectParticipants({ plan, models }, period)) {
      const { userId, modelName, userName, isOfDeletedUser } = owners.get(participant.modelId)!;
      rankedModels.push({
        ...participant,
        userId,
        modelName: maskName(modelName),
        userName: maskName(userName),
        isOfDeletedUser,
      });
    }
    models = [];
  };
  let after: CandidatePlace | null = null;
  for (;;) {
    const page: Candidate[] = await listCandidates(db, {
      plansAt: period.participantsAt,
      heldAt: period.dueAt,
      after,
      limit: CANDIDATES_PER_READ,
    });
    for (const candidate of page) {
      // A user's models may span two pages.
      if (models[0] !== undefined && models[0].userId !== candidate.userId) endUser();
      models.push(candidate);
    }
    if (page.length < CANDIDATES_PER_READ) break;
    after = page.at(-1)!;
    await yieldAndRenewLease();
  }
  endUser();
  return rankedModels.sort((a, b) => a.modelId - b.modelId);
}
