import * as z from "zod";

/** The form of /notices/stop: only the code of the mailed link. */
export const noticeStopFormSchema = z.object({ code: z.string().default("") });

export type NoticeStopForm = z.input<typeof noticeStopFormSchema>;
