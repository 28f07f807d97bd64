/** Reading of what browsers send, before a schema sees it. */

/** A positive whole number of a query or a form field, else null. */
export function readId(value: FormDataEntryValue | null | undefined): number | null {
  if (typeof value !== "string" || !/^[1-9]\d{0,14}$/.test(value)) return null;
  return Number(value);
}

/** The key that makes one model of one form sent twice; null when it is not one of ours. */
export function readFormKey(value: FormDataEntryValue | null | undefined): string | null {
  return typeof value === "string" && /^[A-Za-z0-9-]{8,64}$/.test(value) ? value : null;
}

/** Page of a list, 1-based; anything else reads as 1. */
export function readPage(value: string | null): number {
  return readId(value) ?? 1;
}

const AHEAD_HEADERS = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];

/** Somebody looks at the page, rather than a HEAD or a fetch ahead of a visit: only then something counts as seen. */
export function isVisit(request: Request): boolean {
  const purposes = AHEAD_HEADERS.map((name) => request.headers.get(name) ?? "").join(" ");
  return request.method === "GET" && !/\b(prefetch|prerender|preview)\b/.test(purposes);
}

/** What the forms here call their fields. */
const FIELD_NAME = /^(?!__)[\w-]+$/;

/**
 * Sent fields without those that no form of ours has and conform would read in its own way: JSON in `__intent__` and
 * `__state__`, which throws where it is none, and paths (`name[99999999]`), which make lists that long.
 */
export function plainFields<Sent extends FormData | URLSearchParams>(sent: Sent): Sent {
  for (const name of new Set(sent.keys())) if (!FIELD_NAME.test(name)) sent.delete(name);
  return sent;
}

/** The fields of a sent form. */
export async function readForm(request: Request): Promise<FormData> {
  return plainFields(await request.formData());
}
