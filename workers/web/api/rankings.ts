import * as z from "zod";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { RANKING_PERIODS, type RankingKey } from "#app/domain/rankings/periods.ts";
import { TICKET_TYPES, type TicketType } from "#app/domain/rankings/pick-returns.ts";
import { listTopRanks, sortByTicket } from "#app/domain/rankings/ranking-entry.ts";
import { toWireEntry } from "#app/domain/rankings/rankings-file.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { bearerUser, readQuery } from "./api-env.ts";
import type { ApiCalls } from "./describe.ts";
import { rankingEntryWire } from "./wire.ts";

const TICKET_NUMBERS: Record<TicketType, number> = { win: 1, place: 2, quinella: 3, total: 4 };

/** Documented as integers, although queries hold text. */
function numberField<T>(of: readonly T[], numberOf: (value: T) => number, description: string) {
  const values = new Map(of.map((value) => [numberOf(value), value]));
  const numbers = [...values.keys()].sort((a, b) => a - b);
  return z
    .enum(numbers.map(String), `must be one of ${numbers.join(", ")}`)
    .transform((text) => values.get(Number(text)) as T)
    .meta({ type: "integer", enum: numbers, description });
}

const rankingField = numberField(
  RANKING_PERIODS,
  ({ rankingType }) => rankingType,
  "1 monthly, 2 weekly, then of the month: 3 dirt 1200–1600 m, 4 dirt 1700–2500 m, 5 turf 1200–1600 m, 6 turf 1700–2400 m, 7 turf 2500–3200 m",
);
const ticketField = numberField(TICKET_TYPES, (ticket) => TICKET_NUMBERS[ticket], "1 tan, 2 fuku, 3 umaren, 4 total");

const ownSchema = z.object({ ranking_type: rankingField });
const rankingSchema = ownSchema.extend({ ticket_type: ticketField });

export const rankingCalls: ApiCalls = {
  "GET /ranking": {
    summary: "A ranking at its newest period",
    description:
      "`rank`: ranks 1–10 of the ticket type with ties, in their order; `me`: all entries of the caller, of any rank. Both are empty while the ranking is being counted, `me` always for callers who are not on plan 2–6. The same for everybody, with the period: GET /rankings.json.",
    query: rankingSchema,
    answers: {
      200: {
        description: "The ranking",
        schema: z.object({ rank: z.array(rankingEntryWire), me: z.array(rankingEntryWire) }),
      },
    },
    async handler(c) {
      const query = readQuery(c, rankingSchema);
      const [ranking, ticket] = [query.ranking_type.key, query.ticket_type];
      const [view, own] = await Promise.all([
        c.env.services.rankings.read({ ranking }),
        listOwnEntries(c.env.services, { user: bearerUser(c), ranking }),
      ]);
      return c.json({
        rank: listTopRanks(view?.entries ?? [], ticket).map(toWireEntry),
        me: sortByTicket(own, ticket).map(toWireEntry),
      });
    },
  },

  "GET /ranking/me": {
    summary: "The caller's entries in a ranking at its newest period",
    description: "Of any rank, in the order of the total.",
    query: ownSchema,
    answers: {
      200: {
        description: "The entries; [] without any, while it is being counted, and for callers not on plan 2–6",
        schema: z.array(rankingEntryWire),
      },
    },
    async handler(c) {
      const ranking = readQuery(c, ownSchema).ranking_type.key;
      const own = await listOwnEntries(c.env.services, { user: bearerUser(c), ranking });
      return c.json(own.map(toWireEntry));
    },
  },
};

async function listOwnEntries(services: Services, input: { user: PlanHolder; ranking: RankingKey }) {
  return (await services.rankings.listOwn(input)).flatMap(({ entries }) => entries);
}
