import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { compareByQuery } from "#app/components/race-models/model-rows.ts";
import type { ModelsQuery } from "#app/components/race-models/models-query.ts";
import { OrderLinks } from "#app/components/race-models/order-links.tsx";
import { isMixed, ValueLegend, valueHead } from "#app/components/race-models/value-section.tsx";
import { ValueRow } from "#app/components/race-models/value-table.tsx";
import { CardFacts, ListOdds } from "#app/components/races/card-list.tsx";
import { TableOdds, TableWeight } from "#app/components/races/card-table.tsx";
import { OddsMoves, oddsWords, RaceChanges } from "#app/components/races/odds-words.tsx";
import { PopularityOrder } from "#app/components/races/race-card-tab.tsx";
import { Freshness, RaceConditions, RaceStart, type RaceView } from "#app/components/races/race-head.tsx";
import { type RaceTab, RaceTabs, raceTabPath } from "#app/components/races/race-tabs.tsx";
import type { RaceCard } from "#app/domain/views/race-card.ts";
import type { RaceModels } from "#app/domain/views/race-models.ts";

/** Markup by the `data-live` attribute of its element on a race's page; rendered on the server. */
export type LiveParts = Record<string, string>;

export function cardParts(
  view: Omit<RaceView, "neighbours" | "runners"> & Pick<RaceCard, "runners" | "winMoves">,
  { order, now }: { order: string | null; now: number },
): LiveParts {
  const { race, runners } = view;
  const rows = runners.flatMap((runner) => [
    [`list-odds-${runner.horseNum}`, <ListOdds key="odds" runner={runner} />] as const,
    [`card-facts-${runner.horseNum}`, <CardFacts key="facts" runner={runner} />] as const,
    [`table-odds-${runner.horseNum}`, <TableOdds key="odds" runner={runner} />] as const,
    [`table-weight-${runner.horseNum}`, <TableWeight key="weight" runner={runner} />] as const,
  ]);
  const path = raceTabPath(race.raceId, "card");
  const link = <PopularityOrder key="popularity" {...{ path, runners }} isCurrent={order === "popularity"} />;
  const moves = <OddsMoves key="moves" runners={runners} moves={view.winMoves} />;
  return rendered([...headParts(view, "card", now), ["popularity", link], ["moves", moves], ...rows]);
}

/** The parts of an open models' page that may change. `query` contains the orders of its tables. */
export function modelsParts(view: RaceModels, query: ModelsQuery, plan: number, now: number): LiveParts {
  const compared = compareByQuery(view, query, plan);
  const { rows, isOneTable } = compared;
  const { race, market } = view;
  return rendered([
    ...headParts(view, "models", now),
    ["odds", oddsWords(market, race) ?? ""],
    ["sort", <OrderLinks key="sort" table="sort" compared={compared} />],
    ["order", <OrderLinks key="order" table="order" compared={compared} />],
    ["value-head", valueHead(market)],
    ["legend", <ValueLegend key="legend" market={market} isCentral={race.venueType === 1} isMixed={isMixed(rows)} />],
    ...rows.map(
      (row) => [`value-row-${row.horseNum}`, <ValueRow key={row.horseNum} row={row} withIndex={isOneTable} />] as const,
    ),
  ]);
}

type Part = readonly [key: string, content: ReactNode];

function headParts(view: Omit<RaceView, "neighbours">, tab: RaceTab, now: number): Part[] {
  const { race, changes } = view;
  return [
    ["post", <RaceStart key="post" race={race} now={now} />],
    ["conditions", <RaceConditions key="conditions" view={view} />],
    ["fresh", <Freshness key="fresh" view={view} />],
    ["changes", <RaceChanges key="changes" changes={changes} raceDay={race.date} />],
    ["tabs", <RaceTabs key="tabs" race={race} current={tab} />],
  ];
}

const rendered = (parts: readonly Part[]): LiveParts =>
  Object.fromEntries(parts.map(([key, content]) => [key, renderToStaticMarkup(content)]));
