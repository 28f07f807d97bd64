import * as z from "zod";
import { NOTE_MAX, OWN_MARKS } from "#app/domain/own-marks.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { hiddenField, textField } from "#app/forms/text-field.server.ts";

const entryFields = z.object({
  /** An empty note removes the note, if the form has one. */
  parts: z.enum(["mark", "note", "mark-note"], { error: MESSAGES.unknownChoice }),
  horse_id: hiddenField,
  /** To show the form again if it is refused. */
  horse_num: hiddenField,
  horse_name: hiddenField,
  /** The view with the form, to return to its row. */
  view: hiddenField,
  mark: z.enum(OWN_MARKS, { error: MESSAGES.unknownChoice }).optional(),
  note: textField(NOTE_MAX, { lines: true }).optional(),
});

/** Undefined keeps a value; null and empty remove it. */
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

export const horseFormSchema = horseFields.transform(({ intent, note, favourite }) =>
  intent === "note" ? { intent, note: note ?? "" } : { intent, isFavourite: favourite === "yes" },
);

export type HorseForm = z.input<typeof horseFields>;

export const followSchema = z.object({
  code: z.string().max(40),
  follow: z.enum(["yes", "no"]).transform((follow) => follow === "yes"),
});
