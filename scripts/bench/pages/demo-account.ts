import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { callSite } from "#scripts/import/client.ts";

const DEMO_ACCOUNT = "unlimited@demo.example";

export async function logIn(url: string): Promise<string> {
  const answer = await fetch(new URL("/api/token", url), {
    method: "POST",
    body: new URLSearchParams({ username: DEMO_ACCOUNT, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${url} does not let the demo account in: ${answer.status}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

export async function callApi<T>(url: string, token: string, pathname: string, body?: object): Promise<T> {
  const method = body === undefined ? "GET" : "POST";
  return (await callSite({ url, token }, method, `/api${pathname}`, body && JSON.stringify(body))) as T;
}
