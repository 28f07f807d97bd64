import { readRaceBets } from "#app/db/racing/race-bets.server.ts";
import type { KnownOdds, RaceOdds } from "#app/domain/betting/price-formation.ts";
import type { TicketOdds } from "#app/domain/betting/price-tickets.ts";
import { readOrder, type StoredOdds } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { unpackPools } from "#app/domain/jv-data/odds/packed-odds.ts";
import type { OddsKind } from "#app/domain/jv-data/record-kinds.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import type { OrderExponents } from "#app/domain/learning/calibration/order-probabilities.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import type { MarketOdds } from "#app/domain/views/analyses.ts";
import type { RaceBets } from "#app/domain/views/race-bets.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { changesOf, marketOdds, NOTHING_BESIDE_ODDS, readBesideOdds, updateTimes } from "./race-facts.server.ts";

/** Default: the preferred model's newest analysis. Null: not visible or in the future. Refused: another's model. */
export async function readBets(
  deps: Deps,
  { user, raceId, modelId }: { user: ModelChooser; raceId: string; modelId: number | null },
): Promise<RaceBets | Refused<"model"> | null> {
  const found = await readRaceBets(deps.db, { raceId, userId: user.id });
  if (found === null) return null;
  const { race, runners, neighbours, analyses, raceChanges, newestOdds } = found;
  if (!mayOpenDay(user.plan, { date: race.date, today: japanDay(deps.now()) })) return null;
  const newestOfModels = [...new Map(analyses.toReversed().map((each) => [each.modelId, each])).values()];
  const reportOf = new Map(found.models.map(({ modelId: of, report }) => [of, readSkill(report)]));
  const analysing = byPreference(
    newestOfModels.map((each) => ({ ...each, report: reportOf.get(each.modelId) ?? null })),
    user.defaultModelId,
  );
  const models = analysing.map((each) => ({ modelId: each.modelId, name: each.modelName }));
  const model = modelId === null ? (models[0] ?? null) : findModel(modelId, [...models, ...found.models]);
  if (model === null && modelId !== null) return refused("model");
  const newest = analysing.find((each) => each.modelId === model?.modelId);
  const kept = found.models.find((each) => each.modelId === model?.modelId);
  const market = marketOdds({
    newest: newestOdds.filter(({ kind }) => kind === "O1"),
    status: race.status,
    runners,
  });
  const exponents = newest === undefined ? null : readExponents(found.orderExponents.get(newest.analysisId));
  return {
    race,
    runners,
    neighbours,
    market,
    updatedAt: updateTimes({ race, runners, raceChanges }),
    changes: changesOf(found),
    models,
    model,
    analysis:
      newest === undefined || exponents === null
        ? null
        : {
            analysisId: newest.analysisId,
            modelName: newest.modelName,
            skill: readSkill(kept?.report),
            ...(kept === undefined ? NOTHING_BESIDE_ODDS : readBesideOdds(kept)),
            isLearntFrom: newest.isLearntFrom,
            scores: amongStarters(newest.scores, { quinella: [], orderExponents: exponents }, runners).scores,
            orderExponents: exponents,
          },
    odds: { ...readOdds(newestOdds), ...winOdds(market) },
    hasOwnBudgetLimit: found.hasOwnBudgetLimit,
  };
}

function findModel<Model extends { modelId: number; name: string }>(modelId: number, models: readonly Model[]) {
  const found = models.find((model) => model.modelId === modelId);
  return found === undefined ? null : { modelId, name: found.name };
}

function readExponents(json: string | null | undefined): OrderExponents | null {
  return typeof json === "string" ? (JSON.parse(json) as OrderExponents) : null;
}

function readSkill(json: string | null | undefined): SkillReport | null {
  return typeof json === "string" ? (JSON.parse(json) as SkillReport) : null;
}

const POOLS: Readonly<Record<OddsKind, readonly TicketKind[]>> = {
  O1: ["win", "place", "bracket"],
  O2: ["quinella"],
  O3: ["wide"],
  O4: ["exacta"],
  O5: ["trio"],
  O6: ["trifecta"],
};

/** Unsold and unknown ones are left out. */
function readOdds(rows: readonly Pick<StoredOdds, "kind" | "order" | "odds">[]): RaceOdds {
  const found: Partial<Record<TicketKind, KnownOdds>> = {};
  for (const { kind, order, odds } of rows.toSorted((one, other) => (one.order < other.order ? -1 : 1))) {
    const { isFinal, announcedAt } = readOrder(order);
    for (const { betType, entries } of unpackPools(odds, POOLS[kind])) {
      const tickets = new Map<string, TicketOdds>();
      for (const { combination, odds: low, highOdds } of entries) {
        if (low !== null) tickets.set(combination, { low, high: highOdds ?? low });
      }
      if (tickets.size > 0) found[betType] = { isFinal, announcedAt, tickets };
    }
  }
  return found;
}

/** Without records those of the card or the result. */
function winOdds(market: MarketOdds | null): RaceOdds {
  if (market === null) return {};
  const { isFinal, announcedAt, horses } = market;
  const tickets = new Map(horses.map(({ horseNum, odds }) => [String(horseNum), { low: odds, high: odds }]));
  return { win: { isFinal, announcedAt, tickets } };
}
