import * as z from "zod";
import { NOTICE_KINDS } from "#app/domain/notices.ts";

/** The ticked kinds of a channel; unknown ones are dropped. */
const kindsField = z
  .array(z.string())
  .default([])
  .transform((ticked) => NOTICE_KINDS.filter((kind) => ticked.includes(kind)));

/** The form of /settings/notices: what is not ticked is off. */
export const noticeChoicesFormSchema = z.object({ byMail: kindsField, byPush: kindsField });

export type NoticeChoicesForm = z.input<typeof noticeChoicesFormSchema>;
