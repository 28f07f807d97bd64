/** Where a reader stands on a page of two steps: ask for a mail, then come back by its link. */
type MailedStep =
  | { step: "email" }
  | { step: "sent" }
  | { step: "bad-link" }
  /** The link is good; looking at it has used nothing up (mail scanners look). */
  | { step: "open"; code: string; email: string };

/** @param find the address of a living code, or null */
export async function readMailedStep(
  request: Request,
  find: (input: { code: string }) => Promise<{ email: string } | null>,
): Promise<MailedStep> {
  const query = new URL(request.url).searchParams;
  const code = query.get("uuid");
  if (code === null) return { step: query.has("sent") ? "sent" : "email" };
  const found = await find({ code });
  return found === null ? { step: "bad-link" } : { step: "open", code, email: found.email };
}
