import * as z from "zod";
import {
  CLEARABLE_FIELDS,
  EARLIEST_BIRTH_DATE,
  EMPTY_PROFILE,
  PREFECTURES,
  PROFILE_ICONS,
  PROFILE_TEXT_MAX,
  RACING_EXPERIENCE_MAX,
  SEXES,
  TICKET_TYPES,
} from "#app/domain/profile.ts";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { emailField, nameField } from "./account-fields.server.ts";

/** A field that is missing, or blank, keeps what is stored: a form sent half-filled must empty nothing. */
export function blankKeeps<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (value === null || (typeof value === "string" && value.trim() === "") ? undefined : value),
    schema.optional(),
  );
}

const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** Text as it is shown: no control characters (line breaks stay where the field has lines), composed, trimmed. */
function textField(max: number, { lines = false } = {}) {
  return z
    .string()
    .transform((text) =>
      text
        .replace(/\r\n?/g, "\n")
        .replace(CONTROL_CHARACTERS, (mark) => (lines && mark === "\n" ? mark : ""))
        .normalize("NFC")
        .trim(),
    )
    .refine((text) => [...text].length <= max, MESSAGES.tooLong(max));
}

/** The profile's texts and dates, which form and API read alike; an empty one is well formed. */
export const PROFILE_TEXT_FIELDS = {
  birthDate: z
    .string()
    .refine((day) => day === "" || (isCalendarDay(day) && day >= EARLIEST_BIRTH_DATE), MESSAGES.invalidDate),
  favHorse: textField(PROFILE_TEXT_MAX.favHorse),
  favJockey: textField(PROFILE_TEXT_MAX.favJockey),
  raceOfMemories: textField(PROFILE_TEXT_MAX.raceOfMemories),
  phoneNumber: z
    .string()
    .trim()
    .max(PROFILE_TEXT_MAX.phoneNumber, MESSAGES.tooLong(PROFILE_TEXT_MAX.phoneNumber))
    .regex(/^[0-9+() -]*$/, MESSAGES.invalidPhone),
  profile: textField(PROFILE_TEXT_MAX.profile, { lines: true }),
} as const;

/** A number as a form sends it, at most `max`. */
function numberField(max: number, message: string) {
  return z
    .string()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((number) => number <= max, message);
}

/** A number of a list; what the page never offers is named as such. */
function choiceField(words: readonly string[]) {
  return blankKeeps(numberField(words.length - 1, MESSAGES.unknownChoice));
}

/** Names of fields whose 空にする is ticked; what is none of them is left out. */
const clearField = z
  .array(z.string())
  .default([])
  .transform((ticked) => CLEARABLE_FIELDS.filter((name) => ticked.includes(name)));

/** The fields of the form, before what belongs to several of them. */
export const profileFields = z.object({
  name: nameField,
  icon: blankKeeps(z.enum(PROFILE_ICONS, { error: MESSAGES.unknownChoice })),
  email: blankKeeps(emailField),
  currentPassword: z.string().max(1024, MESSAGES.tooLong(1024)).default(""),
  birthDate: blankKeeps(PROFILE_TEXT_FIELDS.birthDate),
  sex: choiceField(SEXES),
  prefectures: choiceField(PREFECTURES),
  phoneNumber: blankKeeps(PROFILE_TEXT_FIELDS.phoneNumber),
  racingExperience: blankKeeps(numberField(RACING_EXPERIENCE_MAX, MESSAGES.invalidYears)),
  favTicketType: choiceField(TICKET_TYPES),
  favHorse: blankKeeps(PROFILE_TEXT_FIELDS.favHorse),
  favJockey: blankKeeps(PROFILE_TEXT_FIELDS.favJockey),
  raceOfMemories: blankKeeps(PROFILE_TEXT_FIELDS.raceOfMemories),
  profile: blankKeeps(PROFILE_TEXT_FIELDS.profile),
  clear: clearField,
});

/**
 * The form of /settings: only the name is required. The password is looked at when the address is another one. A field
 * ticked to be emptied loses what is stored, and whatever stands in it is not looked at; blank ones keep what is stored.
 */
export const profileFormSchema = z
  .preprocess(blankCleared, profileFields)
  .transform(({ clear, currentPassword, ...changes }) => ({
    currentPassword,
    changes: { ...changes, ...Object.fromEntries(clear.map((name) => [name, EMPTY_PROFILE[name]])) },
  }));

export type ProfileForm = z.input<typeof profileFields>;

function blankCleared(sent: unknown): unknown {
  const cleared = z.object({ clear: z.union([z.array(z.unknown()), z.string()]) }).safeParse(sent);
  if (!cleared.success) return sent;
  const names = CLEARABLE_FIELDS.filter((name) => [cleared.data.clear].flat().includes(name));
  return { ...Object(sent), ...Object.fromEntries(names.map((name) => [name, ""])) };
}
