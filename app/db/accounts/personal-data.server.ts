import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import {
  apiTokens,
  downgrades,
  mailCodes,
  planChanges,
  planIntents,
  sessions,
  subscriptions,
  usage,
  users,
} from "#app/db/schema/accounts.server.ts";
import { favouriteHorses, follows, horseMarks, horseNotes } from "#app/db/schema/fans.server.ts";
import {
  analyses,
  analysisDays,
  analysisTombstones,
  models,
  rankingEntries,
  suggestionSearches,
} from "#app/db/schema/models.server.ts";
import { notificationChoices, notifications, pushSubscriptions } from "#app/db/schema/notifications.server.ts";
import { ownBudgets, ownLimits, ownPauses } from "#app/db/schema/own-limits.server.ts";
import { ownTickets, recordEntries, recordFigures } from "#app/db/schema/own-records.server.ts";
import { sealKeys } from "#app/db/schema/seal.server.ts";
import { leagueMembers, leagueModels, leagues } from "#app/db/schema/seasons.server.ts";
import { passkeyChallenges, passkeys, recoveryCodes, secondFactors } from "#app/db/schema/second-factors.server.ts";
import { staff } from "#app/db/schema/staff.server.ts";

/** The rows that belong to a user, as the export names them. */
interface Part {
  owner: SQLiteColumn;
  columns: Record<string, SQLiteColumn | SQL>;
  order: SQLiteColumn[];
  where: SQL | undefined;
  outlivesAccount: boolean;
}

type ColumnOf<Table extends SQLiteTable> = keyof Table["_"]["columns"] & string;

/** @param options omit: secrets and what only the code uses; names: columns named otherwise by the API */
function part<Table extends SQLiteTable>(
  table: Table,
  order: readonly ColumnOf<Table>[],
  options: {
    owner?: ColumnOf<Table>;
    omit?: readonly ColumnOf<Table>[];
    names?: Record<string, string>;
    where?: SQL;
    outlivesAccount?: true;
  } = {},
): Part {
  const { owner = "userId", omit = [], names = {}, where, outlivesAccount = false } = options;
  const all: Record<string, SQLiteColumn> = getTableColumns(table);
  const left: readonly string[] = owner === "id" ? omit : [...omit, owner];
  const exported = Object.entries(all).filter(([key]) => !left.includes(key));
  return {
    owner: all[owner]!,
    columns: Object.fromEntries(
      exported.map(([key, column]) => [
        names[key] ?? column.name,
        // Flags as the 0 or 1 that is stored.
        column.dataType === "boolean" ? sql`${column}` : column,
      ]),
    ),
    order: order.map((key) => all[key]!),
    where,
    outlivesAccount,
  };
}

const outlivesAccount = true;

/**
 * Everything stored about a user, by the names of the API. Left out: hashes of passwords, sessions and codes, second
 * factors, keys of devices, addresses of payment pages. A new table with a user's rows needs an entry here.
 */
const PARTS: Readonly<Record<string, Part>> = {
  user: part(users, [], {
    owner: "id",
    omit: [
      "passwordHash",
      "calendarKey",
      "isDemo",
      "deletedAt",
      "erasedAt",
      "billingTicket",
      "billingApplied",
      "customerAskedAt",
    ],
    where: isNull(users.deletedAt),
    outlivesAccount,
  }),
  plan_changes: part(planChanges, ["effectiveAt", "id"], { omit: ["id"], outlivesAccount }),
  subscriptions: part(subscriptions, ["id"], { omit: ["id"], outlivesAccount }),
  downgrades: part(downgrades, ["month"], { omit: ["planIntentId"], outlivesAccount }),
  plan_requests: part(planIntents, ["createdAt"], { omit: ["id", "checkoutId", "checkoutUrl"], outlivesAccount }),
  usage: part(usage, [], { omit: ["id"] }),
  models: part(models, ["id"], {
    names: { id: "model_id", features: "feature" },
    omit: ["isAllVenue", "progress", "artifactKey", "formKey", "details", "keptOutAt"],
    outlivesAccount,
  }),
  suggestion_searches: part(suggestionSearches, ["number"], { omit: ["id", "month", "formKey", "trained"] }),
  analysis_results: part(analyses, ["id"], {
    names: { id: "analysis_result_id" },
    omit: ["raceInputsVersion", "progress", "inputs", "dayId", "orderExponents", "zippedDetails"],
    outlivesAccount,
  }),
  deleted_analyses: part(analysisTombstones, ["completedAt", "analysisId"], {
    names: { analysisId: "analysis_result_id" },
    omit: ["raceInputsVersion"],
  }),
  record_entries: part(recordEntries, ["date", "analysisId"], {
    names: { analysisId: "analysis_result_id" },
    omit: ["seenVersion", "hasSeal"],
  }),
  own_tickets: part(ownTickets, ["date", "id"], { omit: ["id", "formKey"] }),
  analysis_days: part(analysisDays, ["id"], { omit: ["id", "formKey"] }),
  rankings: part(rankingEntries, ["periodKey", "rankingKey", "modelId"], {
    names: { rankingKey: "ranking", periodKey: "period" },
    omit: ["buildId", "modelId"],
    // Entries of a build that was replaced are about to be deleted.
    where: sql`${rankingEntries.buildId} in (select id from ranking_builds)`,
    outlivesAccount,
  }),
  horse_marks: part(horseMarks, ["markedAt", "raceId", "horseId"]),
  horse_notes: part(horseNotes, ["notedAt", "horseId"]),
  favourite_horses: part(favouriteHorses, ["addedAt", "horseId"]),
  follows: part(follows, ["followedAt", "modelId"]),
  hosted_leagues: part(leagues, ["firstDay", "id"], { owner: "hostId", omit: ["inviteHash"], outlivesAccount }),
  leagues: part(leagueMembers, ["joinedAt", "leagueId"], { outlivesAccount }),
  league_models: part(leagueModels, ["leagueId", "week"], { outlivesAccount }),
  notification_choices: part(notificationChoices, ["kind"]),
  push_subscriptions: part(pushSubscriptions, ["createdAt", "id"], { omit: ["id", "p256dh", "auth", "timeouts"] }),
  notifications: part(notifications, ["id"], { omit: ["id", "eventKey", "dueAt", "endedAt"] }),
  staff: part(staff, [], { omit: ["totpSeed", "totpStep"] }),
  own_limits: part(ownLimits, ["kind"]),
  own_pauses: part(ownPauses, []),
  own_budgets: part(ownBudgets, ["month", "raceId"]),
  passkeys: part(passkeys, ["createdAt"], {
    omit: ["credentialId", "publicKey", "counter", "transports", "opensConsole"],
  }),
  sessions: part(sessions, ["createdAt"], { omit: ["id", "staffUntil"] }),
  api_tokens: part(apiTokens, ["createdAt", "name"], { omit: ["id"] }),
  mail_requests: part(mailCodes, ["createdAt"], { omit: ["id", "codeHash", "attribution"] }),
};

/** Columns with a user's id whose rows are deleted with the account: those of the export, and what that leaves out. */
export const GONE_WITH_ACCOUNT: readonly SQLiteColumn[] = [
  ...Object.values(PARTS).flatMap((each) => (each.outlivesAccount ? [] : [each.owner])),
  recordFigures.userId,
  secondFactors.userId,
  recoveryCodes.userId,
  passkeyChallenges.userId,
  sealKeys.userId,
];

/** Columns stored as JSON, by their names in the export. */
const JSON_COLUMNS = new Set([
  "feature",
  "report",
  "race_info",
  "scores",
  "picks",
  "bets",
  "favourite",
  "entry",
  "changes",
  "result",
]);

export async function readPersonalData(db: Database, userId: number): Promise<Record<string, unknown>> {
  const [first, ...others] = Object.values(PARTS).map((part) => selectPart(db, part, userId));
  const found = first === undefined ? [] : await db.batch([first, ...others]);
  const document = Object.keys(PARTS).map((name, index) => [name, found[index]?.map(parseColumns) ?? []] as const);
  const { user, ...lists } = Object.fromEntries(document);
  return { user: user?.[0] ?? null, ...lists };
}

function selectPart(db: Database, { owner, columns, order, where }: Part, userId: number) {
  return db
    .select(columns)
    .from(owner.table)
    .where(and(eq(owner, userId), where))
    .orderBy(...order.map((column) => asc(column)));
}

function parseColumns(row: Record<string, unknown>): Record<string, unknown> {
  const parsed = Object.entries(row).map(([name, value]) => [
    name,
    JSON_COLUMNS.has(name) && typeof value === "string" ? JSON.parse(value) : value,
  ]);
  return Object.fromEntries(parsed);
}
