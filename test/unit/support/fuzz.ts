/**
 * Amount and seed of random cases. Tests run a quick share with one seed. FUZZ=whole (`npm run soak -- --fuzz`) runs all
 * cases with a fresh, printed seed, which FUZZ_SEED repeats.
 */

export const isWhole = process.env.FUZZ === "whole";
const SEED = Number(process.env.FUZZ_SEED ?? (isWhole ? Date.now() % 1_000_000_000 : 1));
/** A share of the whole, as FUZZ_SHARE=0.1: for a machine with little time. */
const SHARE = Number(process.env.FUZZ_SHARE ?? 1);

export const LONG_MS = isWhole ? 7_200_000 : 300_000;

/** @returns parameters for fast-check */
export function fuzz({ quick, whole }: { quick: number; whole: number }): { numRuns: number; seed: number } {
  const numRuns = isWhole ? Math.ceil(whole * SHARE) : quick;
  if (isWhole) console.info(`${numRuns} cases, FUZZ_SEED=${SEED}`);
  return { numRuns, seed: SEED };
}

/**
 * Distance between the calls at which work is cut off. It is odd, so that loops that alternate between failures before
 * and after a call test both.
 */
export const CALL_STEP = isWhole ? 1 : 3;

/** One case per subject, a different one for each; all cases in a whole run. */
export function share<Case>(subject: string, cases: readonly Case[]): readonly Case[] {
  if (isWhole || cases.length === 0) return cases;
  const roll = [...subject].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), SEED);
  return cases.filter((_, index) => index === roll % cases.length);
}
