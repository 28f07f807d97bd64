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
} from "#app/domain/accounts/profile.ts";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { textField } from "#app/forms/text-field.server.ts";
import { emailField, nameField, optionalCodeField } from "./account-fields.server.ts";

/** A missing or blank field keeps the stored value. */
export function blankKeeps<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (value === null || (typeof value === "string" && value.trim() === "") ? undefined : value),
    schema.optional(),
  );
}

/** The same rules in form and API; empty values are valid. */
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

function numberField(max: number, message: string) {
  return z
    .string()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((number) => number <= max, message);
}

/** A value that the page does not offer has its own message. */
function choiceField(words: readonly string[]) {
  return blankKeeps(numberField(words.length - 1, MESSAGES.unknownChoice));
}

/** Fields whose 空にする is checked. Unknown names are dropped. */
const clearField = z
  .array(z.string())
  .default([])
  .transform((ticked) => CLEARABLE_FIELDS.filter((name) => ticked.includes(name)));

export const profileFields = z.object({
  name: nameField,
  icon: blankKeeps(z.enum(PROFILE_ICONS, { error: MESSAGES.unknownChoice })),
  email: blankKeeps(emailField),
  currentPassword: z.string().max(1024, MESSAGES.tooLong(1024)).default(""),
  code: optionalCodeField,
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

/** The service checks the password if the address changes. */
export const profileFormSchema = z
  .preprocess(blankCleared, profileFields)
  .transform(({ clear, currentPassword, code, ...changes }) => ({
    ...{ currentPassword, code },
    changes: { ...changes, ...Object.fromEntries(clear.map((name) => [name, EMPTY_PROFILE[name]])) },
  }));

export type ProfileForm = z.input<typeof profileFields>;

function blankCleared(sent: unknown): unknown {
  const cleared = z.object({ clear: z.union([z.array(z.unknown()), z.string()]) }).safeParse(sent);
  if (!cleared.success) return sent;
  const names = CLEARABLE_FIELDS.filter((name) => [cleared.data.clear].flat().includes(name));
  return { ...Object(sent), ...Object.fromEntries(names.map((name) => [name, ""])) };
}
