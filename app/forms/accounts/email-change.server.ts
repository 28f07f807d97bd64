import * as z from "zod";

/** The form of /changeEmail: the code of the mailed link alone. */
export const emailChangeFormSchema = z.object({ uuid: z.string().default("") });

export type EmailChangeForm = z.input<typeof emailChangeFormSchema>;
