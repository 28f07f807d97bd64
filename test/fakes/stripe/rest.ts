import { parseForm } from "./form-body.ts";
import { type Answer, apply, type Call } from "./world/apply.ts";
import { API_VERSION } from "./world/events.ts";
import type { World } from "./world/records.ts";

export interface RestRequest {
  method: string;
  /** Path with query. */
  target: string;
  headers: { authorization?: string; idempotencyKey?: string; version?: string };
  body: string;
}

export interface RestAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function refuse(status: number, message: string): RestAnswer {
  return toRest({ status, body: { error: { message, type: "invalid_request_error" } } });
}

function toRest(answer: Pick<Answer, "status" | "body"> & Partial<Answer>): RestAnswer {
  return {
    status: answer.status,
    headers: {
      "content-type": "application/json",
      "stripe-version": API_VERSION,
      ...(answer.isReplayed === true ? { "idempotent-replayed": "true" } : {}),
      // Stripe's header that stops its libraries from retrying what would fail again.
      ...(answer.status < 500 ? { "stripe-should-retry": "false" } : {}),
    },
    body: JSON.stringify(answer.body, null, 2),
  };
}

/** Parses a request of the official library to a call, or returns the response that refuses it. */
export function parseCall(request: RestRequest, apiKey: string): Call | RestAnswer {
  const key = /^(?:Bearer) (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (key === undefined) return refuse(401, "You did not provide an API key.");
  if (key !== apiKey) return refuse(401, `Invalid API Key provided: ${key.slice(0, 8)}****`);
  if (request.headers.version !== undefined && request.headers.version !== API_VERSION) {
    return refuse(400, `Invalid Stripe API version: ${request.headers.version}`);
  }
  const [path = "", query = ""] = request.target.split("?", 2);
  const params = parseForm(request.body === "" ? query : request.body);
  if (params === null) return refuse(400, "Invalid request: the parameters could not be parsed.");
  const idempotencyKey = request.headers.idempotencyKey ?? null;
  return { method: request.method, path: path.replace(/(?<=.)\/$/, ""), params, idempotencyKey };
}

/** Handles one request of the official library. */
export function handleRest(world: World, request: RestRequest, apiKey: string, now: number): RestAnswer {
  const call = parseCall(request, apiKey);
  if (!("params" in call)) return call;
  const answer = toRest(apply(world, call, now));
  return call.idempotencyKey == null
    ? answer
    : { ...answer, headers: { ...answer.headers, "idempotency-key": call.idempotencyKey } };
}

/**
 * A `fetch` for `Stripe.createFetchHttpClient` that calls a world in this process without a socket, so that thousands of
 * simulated subscriptions take seconds.
 */
export function createWorldFetch(world: World, options: { apiKey: string; now: () => number }): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const answer = handleRest(
      world,
      {
        method: request.method,
        target: url.pathname + url.search,
        headers: {
          authorization: request.headers.get("authorization") ?? undefined,
          idempotencyKey: request.headers.get("idempotency-key") ?? undefined,
          version: request.headers.get("stripe-version") ?? undefined,
        },
        body: await request.text(),
      },
      options.apiKey,
      options.now(),
    );
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
}
