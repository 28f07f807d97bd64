import * as z from "zod";

/** The form of /changeEmail: only the code of the mailed link. */
export const emailChangeFormSchema = z.object({ uuid: z.string().default("") });

export type EmailChangeForm = z.input<typeof emailChangeFormSchema>;
