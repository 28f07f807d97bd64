import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import type { AskedConditions, AskedHorse, ConditionRefusal } from "#app/domain/what-if/conditions.ts";
import { CONDITION_REFUSALS } from "./what-if.ts";

/** More than the horses of any race. */
const MOST_HORSES = 60;
const MOST_CHARACTERS = 40;

const typedSchema = z.object({
  horse: z.string().optional(),
  jockey: z.string().optional(),
  kg: z.string().optional(),
  gate: z.string().optional(),
});

/** What the form sends besides earlier conditions. */
export interface WhatIfForm {
  model: string;
  going: string;
  out: string[];
  horse: string;
  jockey: string;
  kg: string;
  gate: string;
}

/**
 * Each `horse` begins the conditions of a horse: the jockey, kg and gate behind it. With a single horse any order is
 * valid.
 */
export function readAskedConditions(query: URLSearchParams): AskedConditions {
  const horses: AskedHorse[] = [];
  const isSingle = query.getAll("horse").length === 1;
  if (isSingle) horses.push({ ...NOTHING, horse: textOf(query.get("horse")) });
  for (const [name, value] of query) {
    if (name === "horse" && !isSingle) horses.push({ ...NOTHING, horse: textOf(value) });
    if (name !== "jockey" && name !== "kg" && name !== "gate") continue;
    if (horses.length === 0) horses.push({ ...NOTHING });
    const last = horses.at(-1);
    if (last !== undefined && value !== "") last[name] = textOf(value);
  }
  return {
    going: textOf(query.get("going")),
    out: query.getAll("out").slice(0, MOST_HORSES).map(textOf),
    horses: horses.filter((horse) => Object.values(horse).some((text) => text !== "")).slice(0, MOST_HORSES),
  };
}

const NOTHING: Readonly<AskedHorse> = { horse: "", jockey: "", kg: "", gate: "" };

function textOf(value: string | null): string {
  return (value ?? "").slice(0, MOST_CHARACTERS);
}

/** The last horse's errors at its fields, as typed; earlier ones only in words. */
export function refusedFields(
  asked: AskedConditions,
  refusals: readonly ConditionRefusal[],
): { typed: AskedHorse; lastResult: SubmissionResult | null; others: string[] } {
  const last = asked.horses.length - 1;
  const isAtField = ({ group }: ConditionRefusal) => group === null || group === last;
  const fieldErrors: Record<string, string[]> = {};
  for (const { reason } of refusals.filter(isAtField)) {
    const { field, text } = CONDITION_REFUSALS[reason];
    fieldErrors[field] = [text];
  }
  const typed = refusals.some(({ group }) => group === last) ? (asked.horses[last] ?? NOTHING) : NOTHING;
  const others = refusals.filter((refusal) => !isAtField(refusal)).map(({ reason }) => CONDITION_REFUSALS[reason].text);
  const submission = parseWithZod(new URLSearchParams({ ...typed }), { schema: typedSchema });
  return {
    typed,
    lastResult: refusals.length === 0 ? null : submission.reply({ fieldErrors }),
    others: [...new Set(others)],
  };
}
