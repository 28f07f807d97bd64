import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Where a delivery is cut off: before the site has it, after that but before the response, right after the response. */
export type KillPoint = "arriving" | "applied" | "answered";

/** Stands between a feed and the site, and calls back where a delivery is at the point that is set. */
export async function createKillingProxy(siteUrl: string) {
  let armed: { point: KillPoint; kill: () => void } | null = null;
  let deliveries = 0;

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    deliveries += 1;
    const task = armed;
    armed = null;
    if (task?.point === "arriving") {
      task.kill();
      return response.destroy();
    }
    const { authorization = "" } = request.headers;
    const answer = await fetch(new URL(request.url ?? "/", siteUrl), {
      method: "POST",
      headers: { authorization, connection: "close" },
      body: Buffer.concat(parts),
    });
    const text = await answer.text();
    if (task?.point === "applied") {
      task.kill();
      return response.destroy();
    }
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text, () => task?.kill());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries: () => deliveries,
    /** At the next delivery; resolves when it is there. */
    arm: (point: KillPoint, kill: () => void) =>
      new Promise<void>((resolve) => {
        armed = {
          point,
          kill: () => {
            kill();
            resolve();
          },
        };
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
