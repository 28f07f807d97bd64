import { BASELINES } from "#app/domain/rankings/baselines.ts";
import { countRaces } from "#app/domain/rankings/medals.ts";
import { RANKING_PERIODS, type RankingKey, type RankingPeriod } from "#app/domain/rankings/periods.ts";
import { TICKET_TYPES, type TicketType } from "#app/domain/rankings/pick-returns.ts";
import type { OwnRanking, RankingView } from "#app/domain/rankings/ranking-entry.ts";
import { type ShownEntry, showCard, showDetail, showEntries } from "#app/domain/rankings/shown-entries.ts";
import { momentWords, noMedalWords, periodWords } from "./ranking-words.ts";

/** Older periods are reached one step at a time. */
const OFFERED_PERIODS = 12;

/** Names that fit a line of a card, which leaves out the order of numbers. */
const CARD_NAMES: Partial<Record<(typeof BASELINES)[number]["baseline"], string>> = {
  favourite: "1番人気",
  random: "くじ引き",
};

function cardBaselines({ baselines }: RankingView, ticket: TicketType): ShownEntry[] {
  return showEntries(baselines, ticket).flatMap((entry) => {
    const kind = BASELINES.find(({ modelId }) => modelId === entry.modelId)?.baseline;
    const modelName = kind && CARD_NAMES[kind];
    return modelName === undefined ? [] : [{ ...entry, modelName }];
  });
}

function stateOf({ status, entries }: RankingView): "ready" | "counting" | "empty" {
  if (status === "counting") return "counting";
  return entries.length === 0 ? "empty" : "ready";
}

/** How far luck alone takes the first of the newest ranking in which it is known. */
export function luckSentence(views: readonly RankingView[]): string | null {
  const view = views.find(({ luck }) => luck?.total != null);
  const range = view?.luck?.total;
  if (view === undefined || range == null) return null;
  return `実力が同じでも、${titleOf(view.key).name}の1位は運だけで${range.low.toFixed(0)}〜${range.high.toFixed(0)}%になります。`;
}

/** Why there are no medals; null if there are. */
function noMedalsOf(view: RankingView): string | null {
  return stateOf(view) === "ready" ? noMedalWords(countRaces([...view.entries, ...view.baselines])) : null;
}

export type RankingCardView = ReturnType<typeof cardViews>[number];

/** The top five of each ticket type. Pass `own` for users who may see their own figures. */
export function cardViews(views: readonly RankingView[], own: readonly OwnRanking[] = []) {
  return views.map((view) => {
    const state = stateOf(view);
    const mine = ownEntries(view, own);
    return {
      ...titleOf(view.key),
      period: periodWords(view.from, view.to),
      state,
      participants: view.participants,
      noMedals: noMedalsOf(view),
      tickets:
        state !== "ready"
          ? []
          : TICKET_TYPES.map((ticket) => ({
              ticket,
              ...showCard(view.entries, ticket, mine),
              baselines: cardBaselines(view, ticket),
            })),
    };
  });
}

export type RankingPageView = ReturnType<typeof pageView>;

/** Pass `own` for users who may see their own figures. Lists are shown only if the state is `ready`. */
export function pageView(view: RankingView, { ticket, own = [] }: { ticket: TicketType; own?: readonly OwnRanking[] }) {
  const lists = showDetail(view.entries, ticket, ownEntries(view, own));
  return {
    ...titleOf(view.key),
    ticket,
    period: periodWords(view.from, view.to),
    state: stateOf(view),
    participants: view.participants,
    /** Includes the baselines, which miss only races with scratched picks. */
    mostRaces: Math.max(0, ...[...view.entries, ...view.baselines].map(({ tickets }) => tickets[ticket]?.races ?? 0)),
    noMedals: noMedalsOf(view),
    counted: view.builtAt === null ? null : momentWords(view.builtAt),
    ...lists,
    luck: luckOf(view, ticket, lists.top[0]),
    baselines: showEntries(view.baselines, ticket),
    periods: offeredPeriods(view),
  };
}

export async function shortRankings(read: (ranking: { ranking: RankingKey }) => Promise<RankingView | null>) {
  const views = await Promise.all((["weekly", "monthly"] as const).map((ranking) => read({ ranking })));
  return views.flatMap((view) => (view === null ? [] : [pageView(view, { ticket: "total" })]));
}

const LUCK_STEP = 20;

export type LuckView = NonNullable<RankingPageView["luck"]>;

/** The first's rate, the range of luck alone and the ends of the scale, per cent. */
function luckOf(view: RankingView, ticket: TicketType, first: ShownEntry | undefined) {
  const range = view.luck?.[ticket] ?? null;
  if (range === null || first === undefined) return null;
  const rate = first.figures.returnRate;
  return {
    ...range,
    first: { rate, name: first.modelName, userName: first.userName },
    participants: view.participants,
    from: Math.floor(Math.min(60, range.low, rate) / LUCK_STEP) * LUCK_STEP,
    to: Math.ceil(Math.max(140, range.high, rate) / LUCK_STEP) * LUCK_STEP,
  };
}

/** Newest first. The newest has a null key, as its URL has none. */
function offeredPeriods({ periods, periodKey }: RankingView) {
  const current = periods.findIndex((period) => period.periodKey === periodKey);
  return periods
    .map((period, at) => ({
      key: at === 0 ? null : period.periodKey,
      words: periodWords(period.from, period.to),
      isCurrent: at === current,
    }))
    .filter((_, at) => at < OFFERED_PERIODS || Math.abs(at - current) <= 1);
}

function ownEntries({ key, periodKey }: RankingView, own: readonly OwnRanking[]) {
  return own.find((ranking) => ranking.key === key && ranking.periodKey === periodKey)?.entries ?? [];
}

/** Best total first. The others are on the ranking's page. */
const SHOWN_MODELS = 3;

const OPEN: readonly RankingKey[] = ["weekly", "monthly"];

export type OwnRankingView = ReturnType<typeof ownViews>[number];

export function ownViews(rankings: readonly OwnRanking[]) {
  return rankings.map(({ key, from, to, entries }) => {
    const { path, name } = titleOf(key);
    return {
      ...{ path, name, period: periodWords(from, to), isOpen: OPEN.includes(key) },
      models: entries
        .slice(0, SHOWN_MODELS)
        .map(({ modelId, modelName, tickets }) => ({ modelId, modelName, tickets })),
      /** The number of models left out. */
      more: Math.max(0, entries.length - SHOWN_MODELS),
    };
  });
}

function titleOf(key: RankingKey): Pick<RankingPeriod, "path" | "name" | "cadence"> {
  const period = RANKING_PERIODS.find((candidate) => candidate.key === key);
  if (period === undefined) throw new RangeError(`no ranking ${key}`);
  return { path: period.path, name: period.name, cadence: period.cadence };
}
