import { z } from "zod";

/** The form of a model's page about everybody's forecast: taken out of it ("1"), or let in again. */
export const crowdChoiceSchema = z.object({ out: z.enum(["0", "1"]).transform((out) => out === "1") });
