/** Longer than any that a push service has issued. */
const ENDPOINT_MAX = 1000;

/** Top-level names that no public host has. */
const PRIVATE_NAMES = new Set(
  "alt arpa corp example home internal intranet invalid lan local localdomain localhost onion private test".split(" "),
);

/**
 * Whether the site may post to an endpoint, which a browser, and so anybody, names: https at a public host by its name,
 * on the usual port and without credentials. A number, in whatever spelling, and a local name could be of a network that
 * only the site reaches.
 *
 * @param standIn origin that is allowed besides: that of a local stand-in for the push services; null: none
 */
export function isPushEndpoint(text: string, { standIn }: { standIn: string | null }): boolean {
  if (text.length > ENDPOINT_MAX || !URL.canParse(text)) return false;
  const { protocol, username, password, hash, origin, port, hostname } = new URL(text);
  if (username !== "" || password !== "" || hash !== "") return false;
  if (standIn !== null && origin === standIn) return true;
  return protocol === "https:" && port === "" && isPublicName(hostname);
}

/** The parser of URLs has lower-cased a name and written a number in any spelling as four decimal ones. */
function isPublicName(hostname: string): boolean {
  const labels = hostname.replace(/\.$/, "").split(".");
  const last = labels.at(-1) ?? "";
  return (
    labels.length > 1 &&
    labels.every((label) => label !== "") &&
    /^[a-z][a-z0-9-]*$/.test(last) &&
    !PRIVATE_NAMES.has(last)
  );
}

/** The push service of an endpoint, by which its browser is told apart on screen. */
export type PushService = "google" | "mozilla" | "apple" | "microsoft" | "other";

const HOSTS: [service: PushService, host: RegExp][] = [
  ["google", /(^|\.)(googleapis|google)\.com$/],
  ["mozilla", /(^|\.)mozilla\.com$/],
  ["apple", /(^|\.)push\.apple\.com$/],
  ["microsoft", /(^|\.)notify\.windows\.com$/],
];

export function pushServiceOf(endpoint: string): PushService {
  const { hostname } = new URL(endpoint);
  return HOSTS.find(([, host]) => host.test(hostname))?.[0] ?? "other";
}
