import * as z from "zod";

/** "1" takes the model out of everybody's forecast. */
export const crowdChoiceSchema = z.object({ out: z.enum(["0", "1"]).transform((out) => out === "1") });
