import * as z from "zod";
import { NOTE_MAX, OWN_MARKS } from "#app/domain/own-marks.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { textField } from "#app/forms/text-field.server.ts";

/** The value of one of our hidden fields; anything but a single text is treated as missing. */
const hiddenField = z.string().optional().catch(undefined);

const entryFields = z.object({
  /** What the form is about: an empty note is one to be removed, unless the form has none. */
  parts: z.enum(["mark", "note", "mark-note"], { error: MESSAGES.unknownChoice }),
  horse_id: hiddenField,
  /** Number and name, to show the form once more if it is refused. */
  horse_num: hiddenField,
  horse_name: hiddenField,
  /** Of the view that the form stands in, to return to its row. */
  view: hiddenField,
  mark: z.enum(OWN_MARKS, { error: MESSAGES.unknownChoice }).optional(),
  note: textField(NOTE_MAX, { lines: true }).optional(),
});

/** 印とメモを保存 of a race's card. What is undefined stays as it is; null and empty are none. */
export const entryFormSchema = entryFields.transform(({ parts, horse_id, view, mark, note }) => ({
  horseId: horse_id ?? "",
  row: view === "table" ? ("t" as const) : ("h" as const),
  mark: parts === "note" ? undefined : (mark ?? null),
  note: parts === "mark" ? undefined : (note ?? ""),
}));

export type EntryForm = z.input<typeof entryFields>;

const horseFields = z.object({
  intent: z.enum(["note", "favourite"], { error: MESSAGES.unknownChoice }),
  note: textField(NOTE_MAX, { lines: true }).optional(),
  favourite: hiddenField,
});

/** メモを保存 and お気に入り of a horse's page. */
export const horseFormSchema = horseFields.transform(({ intent, note, favourite }) =>
  intent === "note" ? { intent, note: note ?? "" } : { intent, isFavourite: favourite === "yes" },
);

export type HorseForm = z.input<typeof horseFields>;
