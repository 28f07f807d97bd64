/** The domain of demo accounts is reserved, and rejected outside development. */
export function isDemoAddress(email: string): boolean {
  return /[@.]demo\.example$/.test(email);
}
