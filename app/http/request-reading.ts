import { isCalendarDay } from "#app/domain/racing/japan-time.ts";

/** A positive integer from a query or form field, else null. */
export function readId(value: FormDataEntryValue | null | undefined): number | null {
  if (typeof value !== "string" || !/^[1-9]\d{0,14}$/.test(value)) return null;
  return Number(value);
}

/** The day in the address of a day's page. @throws the 404 with a text if it is no calendar day */
export function requireDay(value: string | undefined, text: string): string {
  if (value !== undefined && isCalendarDay(value)) return value;
  throw new Response(text, { status: 404 });
}

/** The idempotency key of a form that creates a model; null if malformed. */
export function readFormKey(value: FormDataEntryValue | null | undefined): string | null {
  return typeof value === "string" && /^[A-Za-z0-9-]{8,64}$/.test(value) ? value : null;
}

/** Keeps the offset an exact integer. */
const LAST_PAGE = 1_000_000;

/** Page of a list, 1-based; 1 if the value is not a page number. */
export function readPage(value: string | null): number {
  return Math.min(readId(value) ?? 1, LAST_PAGE);
}

const PREFETCH_HEADERS = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];

/** HEAD requests and prefetches must not mark anything as seen. */
export function isVisit(request: Request): boolean {
  const purposes = PREFETCH_HEADERS.map((name) => request.headers.get(name) ?? "").join(" ");
  return request.method === "GET" && !/\b(prefetch|prerender|preview)\b/.test(purposes);
}

/**
 * Whether the reader opened the page by a form, link, bookmark or address of this site, not from another site. Browsers
 * without Sec-Fetch-Site are trusted.
 */
export function isOwnVisit(request: Request): boolean {
  return isVisit(request) && !["cross-site", "same-site"].includes(request.headers.get("Sec-Fetch-Site") ?? "");
}

const FIELD_NAME = /^(?!__)[\w-]+$/;

/**
 * Deletes fields that conform would interpret and that no form of ours has: `__intent__` and `__state__` (JSON, throws
 * if malformed), and paths such as `name[99999999]`, which create arrays of that length.
 */
export function plainFields<Sent extends FormData | URLSearchParams>(sent: Sent): Sent {
  for (const name of new Set(sent.keys())) if (!FIELD_NAME.test(name)) sent.delete(name);
  return sent;
}

export async function readForm(request: Request): Promise<FormData> {
  return plainFields(await request.formData());
}

export function userAgentOf(request: Request): string {
  return request.headers.get("User-Agent")?.slice(0, 500) ?? "";
}
