import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import {
  type Formation,
  formTickets,
  MOST_TICKETS,
  MOST_TRIO_AXES,
  usualFormation,
} from "#app/domain/betting/formation.ts";
import { doubleBrackets } from "#app/domain/betting/price-formation.ts";
import { LARGEST_BUDGET_YEN, STAKE_STEP_YEN, smallestBudget } from "#app/domain/betting/stakes.ts";
import type { RaceChances } from "#app/domain/betting/ticket-chances.ts";
import { numbersOf } from "#app/domain/betting/ticket-kinds.ts";
import { isOrderedKind, TICKET_KINDS, TICKET_SIZES, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { plainFields } from "#app/http/request-reading.ts";
import { BET_MESSAGES, BUDGET_SPLITS, type BudgetSplit } from "./race-bets.ts";

const HORSE_NUM = /^[1-9]\d?$/;

/** Ticked horses, without duplicates and invalid numbers. */
const horsesField = z.preprocess(
  (sent) => [...new Set([sent].flat().filter((text) => typeof text === "string" && HORSE_NUM.test(text)))],
  z.array(z.string().transform(Number)),
);

/** Missing and invalid parts of a query get defaults. */
const choiceSchema = z.object({
  ticket: z.enum(TICKET_KINDS).nullable().catch(null),
  axis: horsesField,
  leg: horsesField,
  third: horsesField,
  multi: z.literal("on").nullable().catch(null),
  split: z.enum(BUDGET_SPLITS).catch("flat"),
});

const NO_CHOICE: z.output<typeof choiceSchema> = {
  ...{ ticket: null, axis: [], leg: [], third: [], multi: null },
  split: "flat",
};

/** Yen as people type them: 3000, 3,000, ３０００円. */
const budgetField = z
  .string()
  .transform((text) => text.normalize("NFKC").replace(/[\s,\u5186¥]/g, ""))
  .refine((text) => /^\d{1,9}$/.test(text), { error: BET_MESSAGES.budget, abort: true })
  .transform(Number)
  .refine((yen) => yen >= STAKE_STEP_YEN && yen <= LARGEST_BUDGET_YEN, { error: BET_MESSAGES.budget, abort: true });

/** `model` and `ticket` are hidden fields. */
export interface BetForm {
  ticket: string;
  model: string;
  axis: string[];
  leg: string[];
  third: string[];
  multi: string;
  budget: string;
  split: BudgetSplit;
}

export interface BetChoice {
  kind: TicketKind;
  /** As ticked, or the usual one. */
  formation: Formation;
  /** It yields tickets, and not too many. */
  isPossible: boolean;
  /** A ticked horse that does not start was left out. */
  isAnyLeftOut: boolean;
  /** Null if none was typed, or if it is refused. */
  budgetYen: number | null;
  split: BudgetSplit;
  /** Null if the form was not sent, or has no errors. */
  lastResult: SubmissionResult | null;
}

/**
 * The choice in the query of the tickets page. `kinds` are sold, at least one. `horses` are the starters, best first.
 * `refusedBudget` refuses a valid budget; null otherwise.
 */
export function readBetChoice(
  searchParams: URLSearchParams,
  { kinds, horses }: { kinds: readonly [TicketKind, ...TicketKind[]]; horses: RaceChances["horses"] },
  refusedBudget: string | null = null,
): BetChoice {
  const query = plainFields(new URLSearchParams(searchParams));
  const sent = parseWithZod(query, { schema: choiceSchema });
  const chosen = sent.status === "success" ? sent.value : NO_CHOICE;
  const kind = kinds.find((sold) => sold === chosen.ticket) ?? kinds.find((sold) => sold === "wide") ?? kinds[0];
  const picks = numbersOf(kind, horses);
  const doubles = doubleBrackets(horses);
  const left = (numbers: readonly number[]) => numbers.filter((number) => picks.includes(number));
  const ticked = {
    axis: left(chosen.axis),
    legs: left(chosen.leg),
    ...(TICKET_SIZES[kind] === 3 && chosen.third.length > 0 && { thirds: left(chosen.third) }),
    ...(isOrderedKind(kind) && chosen.multi !== null && { isMulti: true }),
  };
  const countOf = (...columns: (readonly number[])[]) => columns.flat().length;
  const countLeft = countOf(ticked.axis, ticked.legs, left(chosen.third));
  const formation = countLeft === 0 ? usualFormation(kind, picks) : ticked;
  const refusal = refuseFormation(kind, formation, doubles);
  const count = refusal === null ? formTickets(kind, formation, doubles).length : 0;
  const budget = z.object({
    budget: budgetField
      .refine((yen) => yen >= smallestBudget(count), BET_MESSAGES.smallBudget(count))
      .refine(() => refusedBudget === null, refusedBudget ?? undefined)
      .optional(),
  });
  const submission = parseWithZod(query, { schema: budget });
  const isRefused = submission.status !== "success" || refusal !== null;
  return {
    kind,
    formation,
    isPossible: refusal === null,
    isAnyLeftOut: countLeft < countOf(chosen.axis, chosen.leg, chosen.third),
    budgetYen: submission.status === "success" ? (submission.value.budget ?? null) : null,
    split: chosen.split,
    lastResult: isRefused ? submission.reply({ fieldErrors: refusal ?? {} }) : null,
  };
}

/** Why no tickets are shown, by field; null if they are. */
function refuseFormation(
  kind: TicketKind,
  formation: Formation,
  doubles: readonly number[],
): Record<string, string[]> | null {
  const { axis, thirds = [] } = formation;
  if (TICKET_SIZES[kind] === 3 && thirds.length === 0 && axis.length > MOST_TRIO_AXES)
    return { axis: [BET_MESSAGES.trioAxes] };
  const count = formTickets(kind, formation, doubles).length;
  if (count === 0) return { leg: [BET_MESSAGES.none] };
  return count > MOST_TICKETS ? { leg: [BET_MESSAGES.tooMany(count)] } : null;
}
