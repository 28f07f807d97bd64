/** The form in which an address is stored, compared and counted: trimmed, composed and in lower case. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}
