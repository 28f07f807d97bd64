import { expect, test } from "vitest";
import { clientAddress } from "#workers/web/client-address.ts";
import { readSessionCookie, writeSessionCookie } from "#workers/web/cookies.ts";
import { isCrossSiteRequest } from "#workers/web/security.ts";

const PUBLIC_URL = "https://keiba.example";

function refused(method: string, headers: Record<string, string>, url = `${PUBLIC_URL}/login`): boolean {
  return isCrossSiteRequest(new Request(url, { method, headers }), { publicUrl: PUBLIC_URL });
}

const COOKIE = { Cookie: "__Host-session=abc" };

test.each([
  ["our own form", "POST", { Origin: PUBLIC_URL, "Sec-Fetch-Site": "same-origin", ...COOKIE }, false],
  ["another site's form", "POST", { Origin: "https://evil.example" }, true],
  ["a sister host", "POST", { Origin: "https://x.keiba.example", "Sec-Fetch-Site": "same-site" }, true],
  ["the same host over http", "POST", { Origin: "http://keiba.example" }, true],
  ["a null origin", "POST", { Origin: "null", "Sec-Fetch-Site": "same-origin" }, true],
  ["a malformed origin", "POST", { Origin: "keiba.example" }, true],
  ["cross-site by the browser's word", "POST", { "Sec-Fetch-Site": "cross-site" }, true],
  ["cross-site with a lying origin", "POST", { Origin: PUBLIC_URL, "Sec-Fetch-Site": "cross-site" }, true],
  ["forged proxy headers", "POST", { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" }, true],
  ["an API client", "POST", {}, false],
  ["neither header but the cookie", "POST", COOKIE, true],
  ["neither header but the plain cookie", "DELETE", { Cookie: "a=b; session=x" }, true],
  ["the browser's word for our own page", "POST", { "Sec-Fetch-Site": "same-origin", ...COOKIE }, false],
  ["PUT from another site", "PUT", { Origin: "https://evil.example" }, true],
  ["an unknown method from another site", "PURGE", { Origin: "https://evil.example" }, true],
  ["a link from another site", "GET", { "Sec-Fetch-Site": "cross-site", ...COOKIE }, false],
  ["a preflight", "OPTIONS", { Origin: "https://evil.example" }, false],
] as const)("cross-site rule: %s", (_name, method, headers, expected) => {
  expect(refused(method, headers)).toBe(expected);
});

test("a local site under another name of the machine is its own origin", () => {
  const request = new Request("http://localhost:8788/login", {
    method: "POST",
    headers: { Origin: "http://localhost:8788" },
  });
  expect(isCrossSiteRequest(request, { publicUrl: "http://127.0.0.1:8788" })).toBe(false);
});

test("the site's own origin is valid at its own host only, also over http behind a TLS proxy", () => {
  const ask = (address: string) =>
    isCrossSiteRequest(new Request(address, { method: "POST", headers: { Origin: PUBLIC_URL } }), {
      publicUrl: PUBLIC_URL,
    });
  expect(ask("http://keiba.example/login")).toBe(false);
  expect(ask("https://keiba-ai-web.someone.workers.dev/login")).toBe(true);
  expect(ask("https://keiba.example:8443/login")).toBe(true);
});

test("the cookie is bound to the host over https, and has a plain name on a local start", () => {
  expect(writeSessionCookie("t", { publicUrl: PUBLIC_URL })).toBe(
    "__Host-session=t; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(writeSessionCookie("t", { publicUrl: "http://127.0.0.1:8788" })).toBe(
    "session=t; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax",
  );
  const request = new Request(PUBLIC_URL, { headers: { Cookie: "session=plain; __Host-session=bound; x=y" } });
  expect(readSessionCookie(request, { publicUrl: PUBLIC_URL })).toBe("bound");
  expect(readSessionCookie(request, { publicUrl: "http://127.0.0.1" })).toBe("plain");
  expect(readSessionCookie(new Request(PUBLIC_URL), { publicUrl: PUBLIC_URL })).toBeNull();
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
])("limits count %s as %s", (address, expected) => {
  expect(clientAddress(new Request(PUBLIC_URL, { headers: { "CF-Connecting-IP": address } }))).toBe(expected);
});

test("headers set by the client are never used as its address", () => {
  expect(clientAddress(new Request(PUBLIC_URL, { headers: { "X-Forwarded-For": "203.0.113.7" } }))).toBe("");
});
