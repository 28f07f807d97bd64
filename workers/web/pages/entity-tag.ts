/** Whether the client already has the entity of `etag`: If-None-Match by weak comparison (RFC 9110 §13.1.2). */
export function hasEntity(request: Request, etag: string): boolean {
  const known = request.headers.get("If-None-Match");
  if (known === null) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((tag) => opaque(tag) === opaque(etag));
}
