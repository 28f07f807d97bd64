/** Canonical form for storing, comparing and counting addresses: trimmed, NFC, lower case. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}
