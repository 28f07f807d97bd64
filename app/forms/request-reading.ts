/** Reading of what browsers send besides form fields. */

/** A positive whole number of a query or a form field, else null. */
export function readId(value: FormDataEntryValue | null | undefined): number | null {
  if (typeof value !== "string" || !/^[1-9]\d{0,14}$/.test(value)) return null;
  return Number(value);
}

/** The key that makes one model of one form sent twice; null when it is not one of ours. */
export function readFormKey(value: FormDataEntryValue | null | undefined): string | null {
  return typeof value === "string" && /^[A-Za-z0-9-]{8,64}$/.test(value) ? value : null;
}

/** Page of a list, 1-based; anything else reads as 1 (readings.md §3). */
export function readPage(value: string | null): number {
  return readId(value) ?? 1;
}

/** Fetched ahead of a visit: nothing counts as seen (readings.md §1). */
export function isPrefetch(request: Request): boolean {
  return /\bprefetch\b/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "");
}
