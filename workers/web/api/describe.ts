import type { Context, Hono } from "hono";
import * as z from "zod";
import {
  type ApiEnv,
  type CallLimit,
  countCalls,
  countCodeTries,
  refuseReadOnly,
  refuseSpeculative,
  requireBearer,
} from "./api-env.ts";

export const errorSchema = z
  .object({ detail: z.string().meta({ description: "Why, in words that a client may match on." }) })
  .meta({ id: "Error" });

/** An enumeration of whole numbers; the document generator would otherwise list only the first value. */
export function oneOf<const T extends readonly number[]>(values: T) {
  return z.literal([...values] as T[number][]).meta({ type: "integer", enum: [...values] });
}

export const doneSchema = z.object({ result: z.literal("ok") }).meta({ id: "Done" });

const REFUSALS = {
  400: "The input is not valid, or a limit is reached.",
  401: "No living session: the token is missing, wrong or ended; on the log-in, a wrong address or password.",
  403: "A request from another site, a speculative one, a read-only token, or another user's user_id.",
  404: "Unknown, deleted or another user's.",
  409: "Not possible in the present state.",
  413: "The body is larger than 64 KB.",
  429: "Too many requests; Retry-After says when the next one makes sense.",
  503: "Busy; Retry-After says when to try again.",
} as const;
type RefusalStatus = keyof typeof REFUSALS;

export interface ApiCall {
  summary: string;
  description?: string;
  /** Without a token. Other calls require a valid session before anything else is checked. */
  isPublic?: true;
  /** A GET with side effects: requests made by browsers on their own are refused. */
  changesByGet?: true;
  /** Takes a mailed code: wrong ones are limited per address. */
  triesCode?: true;
  limit?: CallLimit;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  json?: z.ZodType;
  form?: z.ZodType;
  /** The fields may stand in the query instead. */
  isBodyOptional?: true;
  answers: Record<number, { description: string; schema: z.ZodType }>;
  /** Besides those that follow from the above, such as 401, 404 for an id in the path, and 413 for bodies. */
  refusals?: readonly RefusalStatus[];
  handler(c: Context<ApiEnv>): Response | Promise<Response>;
}

/** By method and path below `/api`. The only parameter of a path is `{id}`, a positive whole number. */
export type ApiCalls = Record<`${"GET" | "POST" | "PUT" | "DELETE"} /${string}`, ApiCall>;

export function addCalls(hono: Hono<ApiEnv>, calls: ApiCalls): void {
  for (const [key, call] of Object.entries(calls)) {
    const [method = "", path = ""] = key.split(" ");
    const guards = [
      ...(call.isPublic ? [] : [requireBearer]),
      ...(!call.isPublic && isWrite(method, call) ? [refuseReadOnly] : []),
      ...(call.changesByGet ? [refuseSpeculative] : []),
      ...(call.triesCode ? [countCodeTries] : []),
      ...(call.limit ? [countCalls(call.limit)] : []),
    ];
    hono.on(method, [path.replace("{id}", ":id")], ...guards, call.handler);
  }
}

function isWrite(method: string, { changesByGet }: ApiCall): boolean {
  return method !== "GET" || changesByGet === true;
}

export function refusalsOf(method: string, path: string, call: ApiCall): RefusalStatus[] {
  const hasBody = call.json !== undefined || call.form !== undefined;
  const statuses = new Set<RefusalStatus>(call.refusals);
  if (hasBody || call.query !== undefined) statuses.add(400);
  if (hasBody) statuses.add(413);
  if (!call.isPublic) statuses.add(401);
  if (call.triesCode || call.limit) statuses.add(429);
  if (isWrite(method, call)) statuses.add(403);
  if (path.includes("{id}")) statuses.add(404);
  return [...statuses].sort((a, b) => a - b);
}

export function describeRefusal(status: RefusalStatus) {
  const retryAfter = { "Retry-After": { description: "Seconds.", schema: { type: "integer", minimum: 0 } } };
  const challenge = { "WWW-Authenticate": { description: "Bearer", schema: { type: "string" } } };
  return {
    description: REFUSALS[status],
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    ...(status === 401 ? { headers: challenge } : {}),
  };
}
