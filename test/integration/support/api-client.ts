import type { SessionUser } from "#app/domain/views/session-user.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { createApi } from "#workers/web/api/index.ts";
import type { createTestDeps } from "./test-deps.ts";

export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

/**
 * Calls the API as the user of a plan, without network and log-in: the token "user-ID-plan-PLAN" is that user. A text
 * body is sent unchanged.
 */
export function createApiClient(deps: ReturnType<typeof createTestDeps>) {
  const api = createApi();
  const services = createServices(deps);
  services.auth.findSessionUser = async ({ token }) => {
    const [, id, plan] = /^user-(\d+)-plan-(\d+)$/.exec(token) ?? [];
    return id === undefined ? null : ({ id: Number(id), plan: Number(plan) } as SessionUser);
  };
  const context = {
    services,
    requestId: "request",
    clientAddress: "192.0.2.1",
    publicUrl: "http://127.0.0.1",
    now: deps.now,
  };

  return async (
    method: string,
    path: string,
    {
      user = { id: 1, plan: 1 },
      body,
      headers = {},
    }: { user?: { id: number; plan: number } | null; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const response = await api.fetch(
      new Request(`http://127.0.0.1/api${path}`, {
        method,
        body: body === undefined || typeof body === "string" ? (body ?? null) : JSON.stringify(body),
        headers: user === null ? headers : { Authorization: `Bearer user-${user.id}-plan-${user.plan}`, ...headers },
      }),
      context,
    );
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
  };
}
