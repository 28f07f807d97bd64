import * as z from "zod";
import { REASON_MAX } from "#app/domain/operations/audit-actions.ts";
import { SITE_BANNER_MAX } from "#app/domain/operations/site-banner.ts";
import { siteBannerKinds, siteBannerSchema } from "#app/domain/operations/site-banner-schema.ts";
import { passkeyAnswerField } from "#app/forms/accounts/account-fields.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";

const REASON_REQUIRED = "理由を入力してください";
const END_INVALID = "終わりを日付と時刻で入力してください";
const CODE_INVALID = "6桁の数字を入力してください";

export const reason = z
  .string({ error: REASON_REQUIRED })
  .trim()
  .min(1, REASON_REQUIRED)
  .max(REASON_MAX, MESSAGES.tooLong(REASON_MAX));

const confirmed = z.literal("1").optional();

export const rerunSchema = z.object({ job: z.string({ error: MESSAGES.unknownChoice }).max(64), reason });
export type RerunForm = z.input<typeof rerunSchema>;

export const undoSchema = z.object({ reason, confirmed });
export type UndoForm = z.input<typeof undoSchema>;

/** The end is a time of Japan, as browsers send it: 2026-11-22T18:00. */
export const setBannerSchema = z.object({
  do: z.literal("set"),
  kind: z.enum(siteBannerKinds, { error: MESSAGES.required }),
  // Browsers send a line break as two characters, and count it as one.
  text: z
    .string({ error: MESSAGES.required })
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .pipe(z.string().min(1, MESSAGES.required).max(SITE_BANNER_MAX, MESSAGES.tooLong(SITE_BANNER_MAX))),
  until: z
    .string({ error: END_INVALID })
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/, { error: END_INVALID, abort: true })
    .transform((text) => Math.floor(Date.parse(`${text.slice(0, 16)}:00+09:00`) / 1000))
    .refine((instant) => siteBannerSchema.shape.until.safeParse(instant).success, END_INVALID),
  reason,
});
export type SetBannerForm = z.input<typeof setBannerSchema>;

export const endBannerSchema = z.object({ do: z.literal("end"), reason });
export type EndBannerForm = z.input<typeof endBannerSchema>;

export const bannerFormSchema = z.discriminatedUnion("do", [setBannerSchema, endBannerSchema]);

export const userActionSchema = z.object({
  user: z.coerce.number().int().positive(),
  do: z.enum(["see-address", "sign-out", "drop-second-factor", "hide-name", "show-name"]),
  reason,
  confirmed,
});
export type UserActionForm = z.input<typeof userActionSchema>;
export type UserAction = z.infer<typeof userActionSchema>["do"];

/** Spaces between the digits are how apps show them. */
export const consoleCodeSchema = z.object({
  code: z
    .string({ error: CODE_INVALID })
    .transform((text) => text.normalize("NFKC").replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, CODE_INVALID)),
  to: z.string().optional(),
});
export type ConsoleCodeForm = z.input<typeof consoleCodeSchema>;

export const consolePasskeySchema = z.object({
  way: z.literal("passkey"),
  answer: passkeyAnswerField,
  to: consoleCodeSchema.shape.to,
});
