import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { handleControl } from "./control.ts";
import { consumeFault, type Fault } from "./faults.ts";
import { openPaymentPage, type PageAnswer, sendPaymentForm } from "./pay-session.ts";
import { handlePortal } from "./portal-session.ts";
import { handleRest, parseCall, type RestAnswer, type RestRequest } from "./rest.ts";
import { openShop, type Shop, type ShopOptions } from "./shop.ts";
import { remember } from "./world/apply.ts";

const LARGEST_BODY_BYTES = 1_000_000;
const TICK_MILLISECONDS = 1000;

interface StripeFakeOptions extends ShopOptions {
  /** 0 for any free port. */
  port: number;
  host?: string;
  /** Origin of the hosted pages for a browser; null for the server's own. */
  publicOrigin?: string | null;
}

export interface StripeFake {
  origin: string;
  host: string;
  port: number;
  shop: Shop;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body, null, 2));
}

function sendPage(response: ServerResponse, answer: PageAnswer): void {
  if (answer.kind === "redirect") {
    response.writeHead(303, { location: answer.to, "cache-control": "no-store" }).end();
    return;
  }
  response
    .writeHead(answer.status, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      "referrer-policy": "no-referrer",
    })
    .end(answer.html);
}

function sendRest(response: ServerResponse, answer: RestAnswer): void {
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** The response of a status fault. A 5xx is stored under the idempotency key and replayed, as in Stripe. */
function failedAnswer(shop: Shop, request: RestRequest, status: number): RestAnswer {
  const body = { error: { message: "An error injected by a control of the stand-in.", type: "api_error" } };
  const call = parseCall(request, shop.apiKey);
  if ("params" in call && status >= 500) remember(shop.world, call, status, body);
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function handleApi(shop: Shop, request: RestRequest, response: ServerResponse): Promise<void> {
  const path = request.target.split("?")[0] ?? "";
  const key = request.headers.idempotencyKey;
  const isKnown = request.method === "POST" && key !== undefined && shop.world.remembered[key] !== undefined;
  const fault: Fault | null = isKnown ? null : consumeFault(shop.faults, request.method, path);
  if (fault?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
  if (fault?.kind === "drop" && fault.when === "before") {
    response.destroy();
    return;
  }
  if (fault?.kind === "status" && fault.when === "before") {
    sendRest(response, failedAnswer(shop, request, fault.status));
    return;
  }
  const answer = handleRest(shop.world, request, shop.apiKey, shop.now());
  const shown = fault?.kind === "status" ? failedAnswer(shop, request, fault.status) : answer;
  shop.tick();
  if (fault?.kind === "drop") response.destroy();
  else sendRest(response, shown);
}

async function handle(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? "GET";
  const target = request.url ?? "/";
  const path = target.split("?")[0] ?? "/";
  const body = await readBody(request);
  if (body === null) return sendJson(response, 413, { error: { message: "too large" } });
  if (path.startsWith("/_control/")) {
    const input: Record<string, unknown> = body === "" ? {} : JSON.parse(body);
    const controlled = handleControl(shop, method, path, input);
    return sendJson(response, controlled.status, controlled.body);
  }
  const session = /^\/c\/pay\/([\w-]+)$/.exec(path)?.[1];
  if (session !== undefined && (method === "GET" || method === "HEAD" || method === "POST")) {
    const page =
      method === "POST"
        ? sendPaymentForm(shop.world, shop.now(), session, new URLSearchParams(body))
        : openPaymentPage(shop.world, shop.now(), session);
    shop.tick();
    return sendPage(response, page);
  }
  if (path.startsWith("/p/session/") && (method === "GET" || method === "HEAD" || method === "POST")) {
    const page = handlePortal(shop.world, shop.now(), target, method === "POST" ? new URLSearchParams(body) : null);
    shop.tick();
    if (page !== null) return sendPage(response, page);
  }
  const { authorization } = request.headers;
  const text = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const headers = { authorization, idempotencyKey: text("idempotency-key"), version: text("stripe-version") };
  return handleApi(shop, { method, target, headers, body }, response);
}

/** Starts the stand-in; resolves when it listens. */
export async function startStripeFake(options: StripeFakeOptions): Promise<StripeFake> {
  const shop = openShop(options);
  const host = options.host ?? "127.0.0.1";
  const server = createServer((request, response) => {
    handle(shop, request, response).catch((error: unknown) => {
      // A bug in the stand-in must be visible, but must not stop it.
      console.error("stripe-fake.failed", error);
      if (!response.headersSent) sendJson(response, 500, { error: { message: String(error), type: "api_error" } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  const origin = `http://${host}:${address.port}`;
  shop.world.pageOrigin = options.publicOrigin ?? origin;
  const ticker = setInterval(() => shop.tick(), TICK_MILLISECONDS);
  return {
    origin,
    host,
    port: address.port,
    shop,
    async close() {
      clearInterval(ticker);
      // Nothing is written after closing.
      await shop.deliverer.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
