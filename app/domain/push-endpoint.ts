/** Identifies a browser on screen; other: a stand-in, or an earlier release. */
export type PushService = "google" | "mozilla" | "apple" | "microsoft" | "other";

/** Longer than any real endpoint. */
const ENDPOINT_MAX = 1000;

/** Push services of all browsers. Browsers name their endpoint, so the site posts to no other host. */
const HOSTS: [service: PushService, host: RegExp][] = [
  ["google", /\.googleapis\.com$/],
  ["mozilla", /\.push\.services\.mozilla\.com$/],
  ["apple", /\.push\.apple\.com$/],
  ["microsoft", /\.notify\.windows\.com$/],
];

/**
 * Whether the site may post to an endpoint, which any client can name: https at a known push service, on the usual port
 * and without credentials.
 *
 * @param standIn allowed origin of a local stand-in; null: none
 */
export function isPushEndpoint(text: string, { standIn }: { standIn: string | null }): boolean {
  if (text.length > ENDPOINT_MAX || !URL.canParse(text)) return false;
  const { protocol, username, password, hash, origin, port } = new URL(text);
  if (username !== "" || password !== "" || hash !== "") return false;
  if (standIn !== null && origin === standIn) return true;
  return protocol === "https:" && port === "" && pushServiceOf(text) !== "other";
}

export function pushServiceOf(endpoint: string): PushService {
  const { hostname } = new URL(endpoint);
  return HOSTS.find(([, host]) => host.test(hostname))?.[0] ?? "other";
}
