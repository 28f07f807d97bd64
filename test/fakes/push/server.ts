import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { openPushService, type PushFault, type PushService } from "./service.ts";

interface PushFake {
  origin: string;
  service: PushService;
  close(): Promise<void>;
}

/** Calls by HTTP, for who runs in another process. */
type Control =
  | { call: "subscribe"; publicKey: string }
  | { call: "messages" | "refusals" | "end"; endpoint: string }
  | { call: "fail"; endpoint: string; fault: PushFault };

const CONTROL_PATH = "/_control";

/** Starts the stand-in on a free port of this machine; resolves when it listens. */
export async function startPushFake(): Promise<PushFake> {
  let origin = "";
  const now = () => Math.floor(Date.now() / 1000);
  const service = openPushService({ originOf: () => origin, now });
  const server = createServer((request, response) => {
    answer(service, request, response).catch((error: unknown) => {
      // A bug of the stand-in, or a message that cannot be decrypted: visible to the sender.
      if (!response.headersSent) response.writeHead(400).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    service,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(service: PushService, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "/";
  const body = Buffer.concat(await request.toArray());
  if (path === CONTROL_PATH) {
    const result = control(service, JSON.parse(body.toString()));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result ?? null));
    return;
  }
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const answered = service.receive(path, { headers, body });
  if (answered.kind === "drop") {
    response.destroy();
    return;
  }
  if (answered.delayMs > 0) await pause(answered.delayMs, undefined, { ref: false });
  response.writeHead(answered.status, answered.headers).end(answered.text);
}

function control(service: PushService, asked: Control) {
  switch (asked.call) {
    case "subscribe":
      return service.subscribe(asked);
    case "messages":
      return service.messages(asked.endpoint);
    case "refusals":
      return service.refusals(asked.endpoint);
    case "end":
      return service.end(asked.endpoint);
    case "fail":
      return service.fail(asked.endpoint, asked.fault);
    default:
      return asked satisfies never;
  }
}

/** Calls a stand-in of another process. */
export async function askPushFake<Result>(origin: string, control: Control): Promise<Result> {
  const answer = await fetch(origin + CONTROL_PATH, { method: "POST", body: JSON.stringify(control) });
  if (!answer.ok) throw new Error(`the stand-in responded with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Result;
}
