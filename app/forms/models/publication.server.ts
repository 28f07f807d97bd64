import * as z from "zod";
import { PUBLICATIONS } from "#app/domain/views/public-model.ts";

export const publicationSchema = z.object({ publication: z.enum(PUBLICATIONS) });
