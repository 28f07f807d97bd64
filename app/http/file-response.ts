const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;

export function fileResponse(
  content: string,
  { name, format }: { name: string; format: keyof typeof TYPES },
): Response {
  return new Response(content, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="${name}.${format}"`,
      "Cache-Control": "no-store",
    },
  });
}
