/** The token of an `Authorization: Bearer TOKEN` header, or null; whether it is a good one is the caller's to find out. */
export function readBearerToken(authorization: string | undefined): string | null {
  return /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}
