/** Accounts of local starts: a domain that nobody can have. Refused in production, should one ever be there. */
export function isDemoAddress(email: string): boolean {
  return /[@.]demo\.example$/.test(email);
}
