import { KNOWN_SHARE } from "#app/domain/features/past.ts";

/** With fewer starters a share would say little. */
const STARTERS_TO_JUDGE = 100;

/** What it means for models that the sire is known of few starters; null if it is known of enough. */
export function pedigreeNotice({ starters, known }: { starters: number; known: number }): string | null {
  if (starters < STARTERS_TO_JUDGE || known >= KNOWN_SHARE * starters) return null;
  return (
    `sire_name: known of ${known} of ${starters} starters. Where it is known of fewer than ${100 * KNOWN_SHARE} % of the ` +
    "recent starters, it may tell whose career went on, so models learn nothing from pedigree there: give it for all " +
    "starters, or for none"
  );
}
