import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of a delivery: a status, or a connection that breaks before or after it was applied. */
export type Fate = number | "before" | "after" | { status: number; retryAfter: string } | { page: string };

export const DOOR_TOKEN = "test-admin-token-0123456789";

/** A site's live door that fails as it is told, and else keeps each line that it is sent. */
export async function createDoor(fateOf: (delivery: { number: number; lines: readonly string[] }) => Fate = () => 200) {
  /** Lines of the deliveries that were applied, as Latin-1, whether the response arrived or not. */
  const taken: string[][] = [];
  const answered: string[][] = [];
  const sizes: number[] = [];
  let refuse: (line: string) => string | null = () => null;
  let number = 0;

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.method !== "POST" || request.url !== "/admin/api/records?source=real")
      return end(response, 404, { detail: "Not Found" });
    if (request.headers.authorization !== `Bearer ${DOOR_TOKEN}`) return end(response, 401, { detail: "wrong" });
    if (request.headers["content-length"] === undefined) return end(response, 411, { detail: "no length" });
    sizes.push(body.length);
    const lines = body.toString("latin1").split(/(?<=\n)/);
    number += 1;
    const fate = fateOf({ number, lines });
    if (fate === "before") return request.socket.destroy();
    if (typeof fate === "object" && "page" in fate) return response.end(fate.page);
    const status = typeof fate === "object" ? fate.status : fate;
    if (status !== 200 && fate !== "after") {
      if (typeof fate === "object") response.setHeader("retry-after", fate.retryAfter);
      return end(response, Number(status), { detail: "told to" });
    }
    taken.push(lines);
    if (fate === "after") return request.socket.destroy();
    answered.push(lines);
    const refusals = lines.flatMap((line, index) => {
      const reason = refuse(line);
      return reason === null ? [] : [{ line: index + 1, field: "record", reason }];
    });
    const zero = { changed: 0, unchanged: 0, older: 0, skipped: 0, kept_aside: 0 };
    end(response, 200, {
      ...zero,
      added: lines.length - refusals.length,
      broken: refusals.length,
      notifications: [],
      refusals,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    site: { url: `http://127.0.0.1:${port}`, token: DOOR_TOKEN },
    taken,
    answered,
    sizes,
    /** Lines that were applied, sorted. */
    lines: () => taken.flat().sort(),
    refuse(reasonOf: typeof refuse) {
      refuse = reasonOf;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function end(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
