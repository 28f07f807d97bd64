import * as z from "zod";
import {
  PREFECTURES,
  PROFILE_ICONS,
  RACING_EXPERIENCE_MAX,
  SEXES,
  TICKET_TYPES,
} from "#app/domain/accounts/profile.ts";
import { emailField, nameField, newPasswordField } from "#app/forms/accounts/account-fields.server.ts";
import { blankKeeps, PROFILE_TEXT_FIELDS } from "#app/forms/accounts/profile.server.ts";
import { toCamel } from "#workers/web/snake-case.ts";
import { type ApiRefusal, BUSY, bearerUser, PAYMENTS_UNAVAILABLE, readJson, refuse } from "./api-env.ts";
import { type ApiCalls, doneSchema } from "./describe.ts";
import { toWireUser, userWire } from "./wire.ts";

const { birthDate, favHorse, favJockey, raceOfMemories, phoneNumber, profile } = PROFILE_TEXT_FIELDS;
const sex = choiceField(SEXES);
const prefectures = choiceField(PREFECTURES);
const ticketType = choiceField(TICKET_TYPES);
const racingExperience = z.int().min(0).max(RACING_EXPERIENCE_MAX);

/** 0 = not stated. */
function choiceField(words: readonly string[]) {
  return z
    .int()
    .min(0)
    .max(words.length - 1);
}

const otpField = z
  .string()
  .max(64)
  .optional()
  .describe("Of accounts with a second factor: a code of the app, or a recovery code");
const otpHeader = z.object({ "X-OTP": otpField });

const RESERVED_NAME: ApiRefusal = [400, "name: This name is reserved."];

/** Other fields, such as `plan`, have no effect. */
const newUser = z.object({
  uuid: z.string().min(1),
  email: emailField,
  name: nameField,
  pw: newPasswordField,
  icon: z.enum(["", ...PROFILE_ICONS]).default(""),
  profile: profile.default(""),
  sex: sex.default(0),
  birth_date: birthDate.default(""),
  racing_experience: racingExperience.default(0),
  phone_number: phoneNumber.default(""),
  prefectures: prefectures.default(0),
  fav_horse: favHorse.default(""),
  fav_jockey: favJockey.default(""),
  fav_ticket_type: ticketType.default(0),
  race_of_memories: raceOfMemories.default(""),
});

const changedUser = z.object({
  name: blankKeeps(nameField),
  email: blankKeeps(emailField),
  current_password: z.string().max(1024).optional(),
  otp: otpField,
  icon: blankKeeps(z.enum(PROFILE_ICONS)),
  profile: blankKeeps(profile),
  sex: blankKeeps(sex),
  birth_date: blankKeeps(birthDate),
  racing_experience: blankKeeps(racingExperience),
  phone_number: blankKeeps(phoneNumber),
  prefectures: blankKeeps(prefectures),
  fav_horse: blankKeeps(favHorse),
  fav_jockey: blankKeeps(favJockey),
  fav_ticket_type: blankKeeps(ticketType),
  race_of_memories: blankKeeps(raceOfMemories),
});

export const newUserCalls: ApiCalls = {
  "POST /users": {
    summary: "Create an account with a mailed sign-up code",
    description: "Uses the code up. The account is on plan Free, whatever is sent; POST /api/token logs in.",
    isPublic: true,
    triesCode: true,
    json: newUser,
    answers: { 201: { description: "The new user", schema: userWire } },
    refusals: [503],
    async handler(c) {
      const { uuid, email, name, pw, ...profile } = await readJson(c, newUser);
      const { services } = c.env;
      const result = await services.accounts.signUp({
        ...{ code: uuid, email, name, password: pw, profile: toCamel(profile) },
        referer: c.req.header("Referer") ?? "",
        userAgent: c.req.header("User-Agent") ?? "",
      });
      if (result.kind === "refused") {
        return refuse(c, result, {
          "invalid-code": [400, "The uuid is unknown, used, expired or of another email."],
          "weak-password": [400, "pw: The password is too easy to guess."],
          "reserved-name": RESERVED_NAME,
          busy: BUSY,
        });
      }
      const user = await services.auth.findSessionUser({ token: result.token });
      if (user === null) throw new Error("the new user cannot be read");
      // API clients get their token from POST /token, so this session would never be used or ended.
      await services.auth.signOut({ token: result.token });
      return c.json(toWireUser(user), 201);
    },
  },
};

export const userCalls: ApiCalls = {
  "GET /users/me": {
    summary: "The caller",
    answers: { 200: { description: "The user", schema: userWire } },
    handler: (c) => c.json(toWireUser(bearerUser(c))),
  },
  "PUT /users": {
    summary: "Change the caller's profile",
    description:
      "A blank or missing value keeps what is there. Another email takes effect by the link mailed to it, and needs current_password, and otp of an account with a second factor.",
    json: changedUser,
    answers: { 200: { description: "The updated user", schema: userWire } },
    limit: { user: "profile" },
    refusals: [503],
    async handler(c) {
      const { current_password: currentPassword, otp: code, ...changes } = await readJson(c, changedUser);
      const { services, clientAddress } = c.env;
      const { token } = c.var;
      const result = await services.accounts.updateProfile({
        ...{ user: bearerUser(c), changes: toCamel(changes), currentPassword, code, clientAddress },
      });
      if (result.kind === "refused") {
        return refuse(c, result, {
          "wrong-password": [400, "current_password: Another email needs the user's password."],
          "no-code": [400, "otp: This account has a second factor: send its code"],
          "wrong-code": [400, "otp: Incorrect or used code"],
          "reserved-name": RESERVED_NAME,
          busy: BUSY,
          "too-many": [429, "Too many requests"],
        });
      }
      const user = token === undefined ? null : await services.auth.findSessionUser({ token });
      if (user === null) throw new Error("the updated user cannot be read");
      return c.json(toWireUser(user));
    },
  },
  "DELETE /users": {
    summary: "Delete the caller's account",
    description:
      "With everything personal, at once; its tokens end. A subscription is ended first: while that is not possible, nothing is deleted (503). An account with a second factor needs its code.",
    headers: otpHeader,
    answers: { 200: { description: "Deleted", schema: doneSchema } },
    refusals: [400, 429, 503],
    async handler(c) {
      const code = c.req.header("X-OTP");
      const result = await c.env.services.accounts.deleteAccount({ user: bearerUser(c), code });
      if (result.kind === "deleted") return c.json({ result: "ok" });
      if (result.reason === "wrong-password") throw new Error("no password was given");
      return refuse(
        c,
        { ...result, reason: result.reason },
        {
          "no-code": [400, "X-OTP: This account has a second factor: send its code"],
          "wrong-code": [400, "X-OTP: Incorrect or used code"],
          "too-many": [429, "Too many attempts"],
          busy: BUSY,
          "billing-unavailable": PAYMENTS_UNAVAILABLE,
        },
      );
    },
  },
};
