import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";

const DEMO_ACCOUNT = "unlimited@demo.example";

export async function logIn(url: string): Promise<string> {
  const answer = await fetch(new URL("/api/token", url), {
    method: "POST",
    body: new URLSearchParams({ username: DEMO_ACCOUNT, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${url} does not let the demo account in: ${answer.status}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

export async function callApi<T>(url: string, token: string, pathname: string, body?: unknown): Promise<T> {
  const answer = await fetch(new URL(`/api${pathname}`, url), {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`${pathname} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
