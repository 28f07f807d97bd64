import type { Context, Hono } from "hono";
import * as z from "zod";
import { type ApiEnv, countCodeTries, refuseReadOnly, refuseSpeculative, requireBearer } from "./api-env.ts";

export const errorSchema = z
  .object({ detail: z.string().meta({ description: "Why, in words that a client may match on." }) })
  .meta({ id: "Error" });

/** An enumeration of whole numbers; the document generator would otherwise list only the first value. */
export function oneOf<const T extends readonly number[]>(values: T) {
  return z.literal([...values] as T[number][]).meta({ type: "integer", enum: [...values] });
}

export const doneSchema = z.object({ result: z.literal("ok") }).meta({ id: "Done" });

/** The id in a path. An invalid id gets the same 404 as an unknown one. */
export const idParams = z.object({ id: z.int().positive() });

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

/** One call of the API; declares both the route and its documentation. */
export interface ApiCall {
  method: "get" | "post" | "put" | "delete";
  /** Below `/api`; parameters as `{id}`. */
  path: string;
  summary: string;
  description?: string;
  tag: "account" | "users" | "models" | "races" | "analyses" | "rankings" | "sharing" | "plans";
  /** `bearer` requires a valid session before anything else is checked. */
  access: "bearer" | "public";
  /** A GET with side effects: requests made by browsers on their own are refused. */
  changesByGet?: boolean;
  /** Takes a mailed code: wrong ones are limited per address. */
  triesCode?: boolean;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  json?: z.ZodType;
  form?: z.ZodType;
  /** The fields may stand in the query instead. */
  isBodyOptional?: boolean;
  answers: Record<number, { description: string; schema: z.ZodType }>;
  /** Besides those that follow from the above (400 for input, 401 for `bearer`, 403 across sites, 413 for bodies). */
  refusals?: readonly RefusalStatus[];
  handler(c: Context<ApiEnv>): Response | Promise<Response>;
}

/** The routes below `/api`, and what the document says of them. */
export interface Api {
  hono: Hono<ApiEnv>;
  calls: ApiCall[];
}

export function addCall({ hono, calls }: Api, call: ApiCall): void {
  calls.push(call);
  const guards = [
    ...(call.access === "bearer" ? [requireBearer] : []),
    ...(call.access === "bearer" && isWrite(call) ? [refuseReadOnly] : []),
    ...(call.changesByGet === true ? [refuseSpeculative] : []),
    ...(call.triesCode === true ? [countCodeTries] : []),
  ];
  hono.on(call.method.toUpperCase(), [call.path.replaceAll(/\{(\w+)\}/g, ":$1")], ...guards, call.handler);
}

function isWrite({ method, changesByGet }: Pick<ApiCall, "method" | "changesByGet">): boolean {
  return method !== "get" || changesByGet === true;
}

export function refusalsOf(call: ApiCall): RefusalStatus[] {
  const hasBody = call.json !== undefined || call.form !== undefined;
  const statuses = new Set<RefusalStatus>(call.refusals);
  if (hasBody || call.query !== undefined) statuses.add(400);
  if (hasBody) statuses.add(413);
  if (call.access === "bearer") statuses.add(401);
  if (call.triesCode === true) statuses.add(429);
  if (isWrite(call)) statuses.add(403);
  return [...statuses].sort((a, b) => a - b);
}

/** One refusal, without its body. */
export function describeRefusal(status: RefusalStatus) {
  const retryAfter = { "Retry-After": { description: "Seconds.", schema: { type: "integer", minimum: 0 } } };
  const challenge = { "WWW-Authenticate": { description: "Bearer", schema: { type: "string" } } };
  return {
    description: REFUSALS[status],
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    ...(status === 401 ? { headers: challenge } : {}),
  };
}
