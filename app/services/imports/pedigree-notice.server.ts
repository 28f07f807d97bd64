import { KNOWN_SHARE } from "#app/domain/features/past.ts";

/** A share of fewer says little. */
const STARTERS_TO_JUDGE = 100;

/** Null: enough sires are known. */
export function pedigreeNotice({ starters, known }: { starters: number; known: number }): string | null {
  if (starters < STARTERS_TO_JUDGE || known >= KNOWN_SHARE * starters) return null;
  return (
    `sire_name: known of ${known} of ${starters} starters. Where it is known of fewer than ${100 * KNOWN_SHARE} % of the ` +
    "recent starters, it may tell whose career went on, so models learn nothing from pedigree there: give it for all " +
    "starters, or for none"
  );
}
