import type { Context, MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { readId } from "#app/http/request-reading.ts";
import { retryAfter } from "#app/http/retry-after.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { readLimitedBody } from "#workers/web/request-body.ts";

interface ApiRequestContext {
  services: Services;
  requestId: string;
  clientAddress: string;
  /** The site's origin, named as server in the document. */
  publicUrl: string;
  now(): number;
}

/** `c.var.user` is set by {@link requireBearer}: read it with {@link bearerUser}. */
export interface ApiEnv {
  Bindings: ApiRequestContext;
  Variables: {
    user?: SessionUser;
    token?: string;
    /** The holder of an API token. */
    isReadOnly?: boolean;
  };
}

export interface ApiErrorBody {
  detail: string;
}

export function apiError(
  c: Context<ApiEnv>,
  status: ContentfulStatusCode,
  detail: string,
  headers?: Record<string, string>,
): Response {
  return c.json<ApiErrorBody>({ detail }, status, headers);
}

export type ApiRefusal = readonly [status: ContentfulStatusCode, detail: string, headers?: Record<string, string>];

/** Responds to a use case's refusal by its reason; Retry-After of an exceeded limit is added. */
export function refuse<Reason extends string>(
  c: Context<ApiEnv>,
  { reason, retryAfterSeconds }: { reason: Reason; retryAfterSeconds?: number },
  responses: Record<NoInfer<Reason>, ApiRefusal>,
): Response {
  const [status, detail, headers] = responses[reason];
  return apiError(c, status, detail, retryAfterSeconds === undefined ? headers : retryAfter(retryAfterSeconds));
}

/** While the password hasher's queue is full. */
export const BUSY: ApiRefusal = [503, "Busy", retryAfter(3)];

/** While Stripe is unavailable; its outages last longer than a few seconds. */
export const PAYMENTS_UNAVAILABLE: ApiRefusal = [503, "Payments are not available right now.", retryAfter(30)];

/** @throws 404 if the value is null */
export function found<T>(value: T | null, what: string): T {
  if (value === null) throw new HTTPException(404, { message: `${what} does not exist` });
  return value;
}

/** The id in the path. @throws 404 for an invalid one, as for an unknown one */
export function pathId(c: Context<ApiEnv>, what: string): number {
  return found(readId(c.req.param("id")), what);
}

/** The same 401 for every invalid token; Hono's default is 400 for malformed ones. */
const unauthorized = {
  message: (c: Context<ApiEnv>) => apiError(c, 401, "Could not validate credentials", { "WWW-Authenticate": "Bearer" }),
};

export const requireBearer = bearerAuth<ApiEnv>({
  async verifyToken(token, c) {
    const { auth, apiTokens } = c.env.services;
    const session = await auth.findSessionUser({ token });
    const user = session ?? (await apiTokens.findTokenUser({ token }));
    if (user === null) return false;
    c.set("user", user);
    c.set("isReadOnly", session === null);
    c.set("token", token);
    return true;
  },
  noAuthenticationHeader: unauthorized,
  invalidAuthenticationHeader: unauthorized,
  invalidToken: unauthorized,
});

export function bearerUser(c: Context<ApiEnv>): SessionUser {
  const user = c.var.user;
  if (user === undefined) throw new Error("this route does not ask for a bearer token");
  return user;
}

export const refuseReadOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.var.isReadOnly === true) return apiError(c, 403, "This token can only read");
  await next();
};

/** Refuses what browsers request on their own. A second line of defence besides the bearer token. */
export const refuseSpeculative: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.method === "HEAD") return apiError(c, 405, "Method Not Allowed", { Allow: "GET" });
  const isPrefetch = /prefetch|prerender/.test(`${c.req.header("Sec-Purpose") ?? ""} ${c.req.header("Purpose") ?? ""}`);
  const destination = c.req.header("Sec-Fetch-Dest") ?? "empty";
  if (isPrefetch || destination !== "empty" || c.req.header("Sec-Fetch-Site") === "cross-site") {
    return apiError(c, 403, "Forbidden");
  }
  await next();
};

/** A limit of the user or, of a public call, of the connection's address. */
export type CallLimit =
  | { user: "models" | "analyze" | "plans" | "profile" }
  | { address: "share-analysis" | "share-image" };

/** @throws {HTTPException} 429 if the limit is exceeded */
export async function countCall(c: Context<ApiEnv>, limit: CallLimit): Promise<void> {
  const { services, clientAddress } = c.env;
  const taken =
    "user" in limit
      ? await services.limits.consumeCall({ user: bearerUser(c), door: limit.user })
      : await services.limits.consumePublicCall({ clientAddress, door: limit.address });
  if (taken.kind === "allowed") return;
  throw new HTTPException(429, { res: refuse(c, taken, { "too-many": [429, "Too many requests."] }) });
}

export function countCalls(limit: CallLimit): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await countCall(c, limit);
    await next();
  };
}

/** A try is counted before the code is checked, and returned unless the code was wrong: malformed input is no guess. */
export const countCodeTries: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { clientAddress } = c.env;
  const taken = await c.env.services.limits.consumeCodeTry({ clientAddress });
  if (taken.kind === "refused") return refuse(c, taken, { "too-many": [429, "Too many attempts"] });
  await next();
  const isGuess = c.error === undefined && (c.res.status === 400 || c.res.status === 404);
  if (!isGuess) await c.env.services.limits.returnCodeTry({ clientAddress, takenAt: taken.takenAt });
};

/**
 * Unknown keys are dropped, so a client's `plan` or `status` has no effect.
 *
 * @throws {HTTPException} 413 above 64 KB, 400 for malformed JSON or a body the schema refuses; answered as `{detail}`
 */
export async function readJson<T>(c: Context<ApiEnv>, schema: z.ZodType<T>): Promise<T> {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(await readBody(c.req.raw)));
  } catch (error) {
    if (error instanceof HTTPException) throw error;
    throw new HTTPException(400, { message: "The body is not valid JSON." });
  }
  return parseInput(schema, body);
}

/** Compared with the caller's; services use the caller's id. */
export const userIdField = z.unknown().optional().meta({ description: "The caller's own id, or nothing" });

/** {@link readJson} of a body that may name its user. @throws {HTTPException} 403 if that is not the caller */
export async function readOwnJson<T>(c: Context<ApiEnv>, schema: z.ZodType<T>): Promise<T> {
  const body = await readJson(c, z.looseObject({ user_id: userIdField }));
  const userId = body.user_id ?? bearerUser(c).id;
  if (String(userId) !== String(bearerUser(c).id))
    throw new HTTPException(403, { message: "user_id is not the caller's." });
  return parseInput(schema, body);
}

/** The last value of a repeated field is used. Limits as for {@link readJson}. */
export async function readForm<T>(c: Context<ApiEnv>, schema: z.ZodType<T>): Promise<T> {
  const type = c.req.header("Content-Type") ?? "";
  const body = await readBody(c.req.raw);
  if (!type.startsWith("multipart/form-data")) {
    return parseInput(schema, Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body))));
  }
  let form: FormData;
  try {
    form = await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new HTTPException(400, { message: "The body is not a valid form." });
  }
  return parseInput(schema, Object.fromEntries(form));
}

export function readQuery<T>(c: Context<ApiEnv>, schema: z.ZodType<T>): T {
  return parseInput(schema, c.req.query());
}

/** @throws {HTTPException} 400 also if a field is given twice with different values */
export async function readQueryOrForm<T>(c: Context<ApiEnv>, schema: z.ZodType<T>): Promise<T> {
  const query: Record<string, unknown> = c.req.query();
  const form = await readForm(c, z.record(z.string(), z.unknown()));
  const twice = Object.keys(form).find((name) => name in query && query[name] !== form[name]);
  if (twice !== undefined) throw new HTTPException(400, { message: `${twice}: The query and the body differ.` });
  return parseInput(schema, { ...query, ...form });
}

/** @throws {HTTPException} 400 with the first issue's message */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  throw new HTTPException(400, { message: `${where}${issue?.message ?? "invalid"}` });
}

async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readLimitedBody(request);
  if (body === null) throw new HTTPException(413, { message: "The body is too large (64 KB at most)." });
  return body;
}
