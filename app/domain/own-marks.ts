/** What a reader keeps about horses: marks, notes, favourites. */

/** Marks for a horse of a race, in the order in which they are offered: ◎ ○ ▲ △ ☆ 消. */
export const OWN_MARKS = ["favourite", "rival", "third", "fourth", "outsider", "dropped"] as const;
export type OwnMark = (typeof OWN_MARKS)[number];

/** Code points of a note. */
export const NOTE_MAX = 200;

/** Horses that a user has notes on: more than anybody follows, so that the table stays small. */
export const NOTES_MAX = 2000;

/** Horses that a user can have as favourites. */
export const FAVOURITES_MAX = 200;

/** A note, and when it was last changed (unix seconds). */
export interface HorseNote {
  text: string;
  notedAt: number;
}

/** The note of a horse. */
export interface NotedHorse extends HorseNote {
  horseId: string;
}
