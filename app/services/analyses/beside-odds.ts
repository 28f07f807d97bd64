import { exponentsOfMix, type MixExponents } from "#app/domain/betting/mixed-chances.ts";
import {
  type PackedSecondStage,
  type PackedValueReturns,
  unpackSecondStage,
  unpackValueReturns,
} from "#app/domain/evaluation/model-report.ts";
import type { ValueReturns } from "#app/domain/evaluation/value-returns.ts";

/** Null: not measured. */
interface BesideOdds {
  value: ValueReturns | null;
  mix: MixExponents | null;
}

export const NOTHING_BESIDE_ODDS: BesideOdds = { value: null, mix: null };

/** JSON of besideOddsColumns. */
export function readBesideOdds({
  value,
  secondStage,
}: {
  value: string | null;
  secondStage: string | null;
}): BesideOdds {
  return {
    value: value === null ? null : unpackValueReturns(JSON.parse(value) as PackedValueReturns),
    mix: secondStage === null ? null : exponentsOfMix(unpackSecondStage(JSON.parse(secondStage) as PackedSecondStage)),
  };
}
