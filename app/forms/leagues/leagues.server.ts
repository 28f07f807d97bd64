import * as z from "zod";
import { isReservedName } from "#app/domain/clean-name.ts";
import { LEAGUE_NAME_MAX, LEAGUE_WEEKS } from "#app/domain/leagues/league.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { textField } from "#app/forms/text-field.server.ts";

const model = z.coerce.number({ error: MESSAGES.required }).int(MESSAGES.required).positive(MESSAGES.required);
const weeks = `${LEAGUE_WEEKS.min}〜${LEAGUE_WEEKS.max}の数にしてください`;

export const leagueSchema = z.object({
  name: z
    .string({ error: MESSAGES.required })
    .pipe(textField(LEAGUE_NAME_MAX))
    .refine((name) => name !== "", MESSAGES.required)
    .refine((name) => !isReservedName(name), MESSAGES.nameReserved),
  weeks: z.coerce.number({ error: weeks }).int(weeks).min(LEAGUE_WEEKS.min, weeks).max(LEAGUE_WEEKS.max, weeks),
  model,
});
export type LeagueForm = z.input<typeof leagueSchema>;

export const joinSchema = z.object({ model });

export const ownLeagueSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("choose"), model }),
  z.object({ do: z.enum(["invite", "revoke", "leave"]) }),
]);
