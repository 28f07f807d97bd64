import * as z from "zod";
import { PREFECTURES, PROFILE_ICONS, TICKET_TYPES } from "#app/domain/profile.ts";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { emailField, nameField } from "./account-fields.server.ts";
import { MESSAGES } from "./messages.ts";

/** Longest texts of the profile, in characters; the inputs have the same bounds. */
export const PROFILE_TEXT_MAX = { short: 100, phone: 20, long: 1000 } as const;

/** A field that is missing, or blank, keeps what is stored (spec §5). */
function blankKeeps<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
    schema.optional(),
  );
}

const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** Text as it is shown: no control characters (line breaks stay where the field has lines), composed, trimmed. */
function textField(max: number, { lines = false } = {}) {
  return blankKeeps(
    z
      .string()
      .transform((text) =>
        text
          .replace(/\r\n?/g, "\n")
          .replace(CONTROL_CHARACTERS, (mark) => (lines && mark === "\n" ? mark : ""))
          .normalize("NFC")
          .trim(),
      )
      .pipe(z.string().max(max, MESSAGES.tooLong(max))),
  );
}

/** A number of a list; what the page never offers is named as such. */
function choiceField(count: number) {
  return blankKeeps(
    z
      .string()
      .regex(/^\d{1,3}$/, MESSAGES.unknownChoice)
      .transform(Number)
      .refine((number) => number < count, MESSAGES.unknownChoice),
  );
}

/** The form of /settings: only the name is required. The password is looked at when the address is another one. */
export const profileFormSchema = z.object({
  name: nameField,
  email: blankKeeps(emailField),
  currentPassword: z.string().max(1024, MESSAGES.tooLong(1024)).default(""),
  birthDate: blankKeeps(z.string().refine((day) => isCalendarDay(day) && day >= "1900-01-01", MESSAGES.invalidDate)),
  sex: choiceField(3),
  favHorse: textField(PROFILE_TEXT_MAX.short),
  favJockey: textField(PROFILE_TEXT_MAX.short),
  favTicketType: choiceField(TICKET_TYPES.length),
  raceOfMemories: textField(PROFILE_TEXT_MAX.short),
  racingExperience: blankKeeps(
    z
      .string()
      .regex(/^\d{1,3}$/, MESSAGES.invalidYears)
      .transform(Number)
      .refine((years) => years <= 100, MESSAGES.invalidYears),
  ),
  icon: blankKeeps(z.enum(PROFILE_ICONS, { error: MESSAGES.unknownChoice })),
  phoneNumber: blankKeeps(
    z
      .string()
      .trim()
      .max(PROFILE_TEXT_MAX.phone, MESSAGES.tooLong(PROFILE_TEXT_MAX.phone))
      .regex(/^[0-9+() -]*$/, MESSAGES.invalidPhone),
  ),
  prefectures: choiceField(PREFECTURES.length),
  profile: textField(PROFILE_TEXT_MAX.long, { lines: true }),
});

/** Fields of the form that may be shown again. */
export const PROFILE_FIELDS = [
  "name",
  "email",
  "birthDate",
  "sex",
  "favHorse",
  "favJockey",
  "favTicketType",
  "raceOfMemories",
  "racingExperience",
  "icon",
  "phoneNumber",
  "prefectures",
  "profile",
] as const;
