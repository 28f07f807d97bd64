/** Marks in the order of their buttons: ◎ ○ ▲ △ ☆ 消. */
export const OWN_MARKS = ["favourite", "rival", "third", "fourth", "outsider", "dropped"] as const;
export type OwnMark = (typeof OWN_MARKS)[number];

/** Code points of a note. */
export const NOTE_MAX = 200;

/** Horses with a note per user; keeps the table small. */
export const NOTES_MAX = 2000;

export const FAVOURITES_MAX = 200;

/** With its last change (unix seconds). */
export interface HorseNote {
  text: string;
  notedAt: number;
}

export interface NotedHorse extends HorseNote {
  horseId: string;
}
