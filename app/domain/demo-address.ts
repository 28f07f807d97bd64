/** Whether an address belongs to a demo account of local starts. The domain is reserved, and refused outside development. */
export function isDemoAddress(email: string): boolean {
  return /[@.]demo\.example$/.test(email);
}
