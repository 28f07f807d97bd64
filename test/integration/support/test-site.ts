import type { AppLoadContext } from "@remix-run/cloudflare";
import { vi } from "vitest";
import type { PasswordHasher } from "#app/adapters/password-hash.server.ts";
import { demo } from "#app/demo/demo.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import type { JobMessage } from "#app/services/jobs/job-messages.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { createDeps, type Env } from "#workers/environment.ts";
import { handlers } from "#workers/jobs/handlers.ts";
import { demoRoutes } from "#workers/local/demo-routes.ts";
import { createWebHandler } from "#workers/web/front-door.ts";
import type { WebParts } from "#workers/web/web-env.ts";
import { recordingQueue, SATURDAY_MORNING } from "./test-deps.ts";
import { createTestHasher } from "./test-hasher.ts";
import { createTestDatabase } from "./workerd/test-database.ts";

export const ORIGIN = "http://127.0.0.1:8788";

interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: number;
}

/**
 * The web Worker's whole entry over a real D1, with stand-ins for the pages: `/home` requires a user, `/logout` ends
 * the session, `/form` lists the fields of a form, `/broken` throws. In development it is the Worker of local starts, else that
 * of deployments. The clock is fixed at SATURDAY_MORNING until
 * `advance`; the log is recorded, not printed.
 */
export async function createTestSite({
  env: overrides = {},
  passwords = createTestHasher(),
  services: wrap = (services) => services,
}: {
  env?: Partial<Env>;
  passwords?: WebParts["passwords"];
  services?: (services: ReturnType<typeof createServices>) => ReturnType<typeof createServices>;
} = {}) {
  const database = await createTestDatabase();
  const messages: JobMessage[] = [];
  const queue = recordingQueue((message) => messages.push(message)) as Queue<JobMessage>;
  const env: Env = {
    DB: database.d1,
    STORE: database.store,
    TRAIN_QUEUE: queue,
    SCORE_QUEUE: queue,
    BACKGROUND_QUEUE: queue,
    INGEST_QUEUE: queue,
    NOTIFY_QUEUE: queue,
    PUSH_QUEUE: queue,
    ENVIRONMENT: "development",
    PUBLIC_URL: ORIGIN,
    MAIL_FROM: "noreply@example.com",
    SESSION_SECRET: "test-session-secret-0123456789",
    ADMIN_TOKEN: "test-admin-token-0123456789",
    ...overrides,
  };
  vi.useFakeTimers({ toFake: ["Date"], now: SATURDAY_MORNING * 1000 });
  const log: string[] = [];
  for (const method of ["log", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((line: string) => void log.push(line));
  }
  const parts: WebParts = {
    pages: (request, context) =>
      handlePage(request, context).catch((thrown: unknown) => {
        // Like Remix: a thrown response is the response.
        if (thrown instanceof Response) return thrown;
        throw thrown;
      }),
    build: "test-build",
    createServices: (deps) => wrap(createServices(deps)),
    passwords,
  };
  const deployed = createWebHandler(parts);
  const local = createWebHandler({ ...parts, demo, demoRoutes });
  const askLocal = (request: Request) => local(request, env);
  const ask = (request: Request) => (env.ENVIRONMENT === "development" ? askLocal(request) : deployed(request, env));
  const fetch = (path: string, init: RequestInit = {}) =>
    ask(new Request(`${env.PUBLIC_URL}${path}`, { redirect: "manual", ...init }));
  const post = (path: string, init: RequestInit = {}) => fetch(path, { method: "POST", ...init });

  return {
    d1: database.d1,
    env,
    log,
    fetch,
    /** Requests any URL with any headers. */
    ask,
    /** Requests from the Worker of local starts, whatever the environment. */
    askLocal,
    post,
    advance(seconds: number) {
      vi.setSystemTime(Date.now() + seconds * 1000);
    },
    async [Symbol.asyncDispose]() {
      vi.restoreAllMocks();
      vi.useRealTimers();
      await database.dispose();
    },
    postJson: (path: string, body: unknown) =>
      post(path, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    logIn: (username: string, password: string, address = "192.0.2.1") =>
      post("/api/token", {
        body: new URLSearchParams({ username, password }),
        headers: { "CF-Connecting-IP": address },
      }),
    /** Runs the queued jobs and returns the outbox, newest first. */
    async mails(): Promise<SentMail[]> {
      const deps = createDeps(env);
      for (const message of messages.splice(0)) {
        if (message.type !== "run-job") continue;
        await runJob(deps, handlers, { jobId: message.jobId, yieldToEventLoop: async () => {} });
      }
      return (await (await fetch("/dev/mail")).json()) as SentMail[];
    },
  };
}

async function handlePage(request: Request, context: AppLoadContext): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case "/":
      return new Response("top", { headers: { "Cache-Control": "public, max-age=60" } });
    case "/home":
    case "/home.data":
      return new Response(`user ${(await context.requireUser(request)).id}`);
    case "/logout":
      await context.services.auth.signOut({ token: context.sessionToken(request) ?? "" });
      return new Response(null, {
        status: 303,
        headers: { Location: "/login", "Set-Cookie": context.sessionCookie(null) },
      });
    case "/form":
      return new Response(`fields ${[...(await request.formData()).keys()].join()}`);
    case "/broken":
      throw new Error("a bug");
    default:
      return new Response("no such page", { status: 404 });
  }
}

/** Replaces argon2id in tests with many log-ins, where its cost does not matter. Frozen, since all sites of a process share it. */
export const CHEAP_PASSWORDS: PasswordHasher = Object.freeze<PasswordHasher>({
  hash: async (password) => `$argon2id$${password}`,
  verify: async (password, hash) => hash === `$argon2id$${password}`,
});

/** The code of the first link in a mail. */
export function codeIn(mail: SentMail | undefined): string {
  const code = /uuid=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  if (code === undefined) throw new Error("the mail has no code");
  return code;
}
