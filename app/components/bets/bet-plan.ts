import { raceTabPath } from "#app/components/races/race-tabs.tsx";
import { areOldOdds, priceFormation } from "#app/domain/betting/price-formation.ts";
import { numbersOf } from "#app/domain/betting/ticket-kinds.ts";
import { startOfRace } from "#app/domain/racing/race-start.ts";
import { isOrderedKind, TICKET_SIZES, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import type { RaceBets } from "#app/domain/views/race-bets.ts";
import { readBetChoice } from "#app/forms/analyses/race-bets.server.ts";
import { oddsMoment } from "./bet-compare.tsx";
import type { BetFormData } from "./bet-form.tsx";
import { betRaceOf } from "./bet-race.ts";
import { sourceWords } from "./bet-words.ts";

/** Id of the part of the page where tickets are chosen. */
export const BET_SECTION = "choose";

/**
 * The data of the tickets page; null if no tickets can be formed. `refusedBudget` is the reason to refuse the query's
 * budget, or null. `recordKey` is of the form that records the tickets; null: they cannot be bought any more.
 */
export function betPlanOf(
  bets: RaceBets,
  query: URLSearchParams,
  {
    refusedBudget = null,
    recordKey = null,
    now = 0,
  }: { refusedBudget?: string | null; recordKey?: string | null; now?: number } = {},
) {
  const betRace = betRaceOf(bets);
  if (betRace === null) return null;
  const { analysis, priced: race, kinds } = betRace;
  const { horses } = race.chances;
  const choice = readBetChoice(query, { kinds, horses }, refusedBudget);
  const { kind, formation, budgetYen, split } = choice;
  const path = raceTabPath(bets.race.raceId, "bets");
  const model = query.get("model") === null ? "" : String(bets.model?.modelId ?? "");
  const hrefOf = (ticket: TicketKind): string => {
    const kept = { model, budget: budgetYen === null ? "" : String(budgetYen), split: split === "flat" ? "" : split };
    const known = Object.entries({ ticket, ...kept }).filter(([, value]) => value !== "");
    return `${path}?${new URLSearchParams(known)}#${BET_SECTION}`;
  };
  const priced = choice.isPossible ? priceFormation(kind, formation, race) : null;
  const known = race.odds[kind];
  const startsAt = startOfRace(bets.race);
  const oldKinds = kinds.filter((each) => {
    const odds = race.odds[each];
    return odds !== undefined && areOldOdds(odds, { startsAt, now });
  });
  const form: BetFormData = {
    action: path,
    ticket: kind,
    model,
    size: TICKET_SIZES[kind],
    isOrdered: isOrderedKind(kind),
    unit: kind === "bracket" ? "枠" : "番",
    numbers: numbersOf(kind, horses).map((number) => ({
      number,
      place: kind === "bracket" ? null : analysis.scores.findIndex(({ horseNum }) => horseNum === number) + 1,
    })),
    axis: [...formation.axis],
    legs: [...formation.legs],
    thirds: [...(formation.thirds ?? [])],
    isMulti: formation.isMulti === true,
    budget: query.get("budget") ?? "",
    countWords: countWords(priced?.tickets.length ?? null, formation.legs.length),
    lastResult: choice.lastResult,
  };
  return {
    bets: betRace,
    choice,
    oldKinds,
    hrefOf,
    modelsHref: `${raceTabPath(bets.race.raceId, "models")}${bets.model === null ? "" : `?by=${bets.model.modelId}`}`,
    form,
    tickets:
      priced === null
        ? null
        : {
            race: bets.race,
            brackets: new Map(bets.runners.map(({ horseNum, bracketNum }) => [horseNum, bracketNum])),
            priced,
            source: sourceWords(known === undefined ? null : oddsMoment(known, bets.race.date), analysis),
            budgetYen,
            isOld: oldKinds.includes(kind),
            recording: recordKey === null ? null : { formKey: recordKey, modelId: bets.model?.modelId ?? null },
            split,
          },
  };
}

function countWords(tickets: number | null, legs: number): string {
  if (tickets === null) return "指数の順";
  return legs === 0 ? `指数の順。${tickets}点です` : `指数の順。${legs}頭で${tickets}点です`;
}
