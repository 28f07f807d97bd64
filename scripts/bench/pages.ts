import { DEMO_PASSWORD } from "#app/services/demo-users.server.ts";
import type { Benchmark } from "./interleave.ts";

const REQUESTS = 20;
const PAGES = ["/", "/home", "/models", "/models/create", "/races", "/analyses"];

/** Pages of a running local site against a static file of the same site, one request after the other. */
export async function benchmarkPages(url: string): Promise<Benchmark[]> {
  const answer = await fetch(new URL("/api/token", url), {
    method: "POST",
    body: new URLSearchParams({ username: "unlimited@demo.example", password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${url} does not let the demo account in: ${answer.status}`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const ask = async (pathname: string) => {
    for (let request = 0; request < REQUESTS; request++) {
      const page = await fetch(new URL(pathname, url), { headers: { cookie: `session=${token}` } });
      await page.text();
      if (!page.ok) throw new Error(`${pathname} answered ${page.status}`);
    }
  };
  return PAGES.map((pathname) => ({
    name: `${REQUESTS} × ${pathname}`,
    reference: `${REQUESTS} × a static file`,
    subject: () => ask(pathname),
    baseline: () => ask("/robots.txt"),
  }));
}
