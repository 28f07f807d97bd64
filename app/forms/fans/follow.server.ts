import * as z from "zod";

export const followSchema = z.object({
  code: z.string().max(40),
  follow: z.enum(["yes", "no"]).transform((follow) => follow === "yes"),
});
