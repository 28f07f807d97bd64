import * as z from "zod";
import {
  CLEARABLE_FIELDS,
  type ClearableField,
  EARLIEST_BIRTH_DATE,
  EMPTY_PROFILE,
  PREFECTURES,
  PROFILE_ICONS,
  PROFILE_TEXT_MAX,
  type ProfileFields,
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
    .pipe(z.string().max(max, MESSAGES.tooLong(max)));
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

/** The form of /settings: only the name is required. The password is looked at when the address is another one. */
export const profileFormSchema = z.object({
  name: nameField,
  email: blankKeeps(emailField),
  currentPassword: z.string().max(1024, MESSAGES.tooLong(1024)).default(""),
  birthDate: blankKeeps(PROFILE_TEXT_FIELDS.birthDate),
  sex: choiceField(SEXES),
  favHorse: blankKeeps(PROFILE_TEXT_FIELDS.favHorse),
  favJockey: blankKeeps(PROFILE_TEXT_FIELDS.favJockey),
  favTicketType: choiceField(TICKET_TYPES),
  raceOfMemories: blankKeeps(PROFILE_TEXT_FIELDS.raceOfMemories),
  racingExperience: blankKeeps(numberField(RACING_EXPERIENCE_MAX, MESSAGES.invalidYears)),
  icon: blankKeeps(z.enum(PROFILE_ICONS, { error: MESSAGES.unknownChoice })),
  phoneNumber: blankKeeps(PROFILE_TEXT_FIELDS.phoneNumber),
  prefectures: choiceField(PREFECTURES),
  profile: blankKeeps(PROFILE_TEXT_FIELDS.profile),
});

/** Fields whose 空にする is ticked: blank ones keep what is stored, these lose it. */
export function readCleared(form: FormData): ClearableField[] {
  const ticked = form.getAll("clear");
  return CLEARABLE_FIELDS.filter((name) => ticked.includes(name));
}

/** The form with cleared fields blank: whatever stands in them is not looked at. */
export function profileEntries(form: FormData, cleared: readonly ClearableField[]): Record<string, FormDataEntryValue> {
  return { ...Object.fromEntries(form), ...Object.fromEntries(cleared.map((name) => [name, ""])) };
}

/** The stored values of cleared fields. */
export function clearedValues(cleared: readonly ClearableField[]): Partial<ProfileFields> {
  return Object.fromEntries(cleared.map((name) => [name, EMPTY_PROFILE[name]]));
}

/** Fields of the form that may be shown again: all but the password. */
export const PROFILE_FIELDS = Object.keys(profileFormSchema.shape).filter((name) => name !== "currentPassword");
