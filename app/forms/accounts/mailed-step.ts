/** A page with two steps: request a mail, then open its link. */
type MailedStep =
  | { step: "email" }
  | { step: "sent" }
  | { step: "bad-link" }
  /** Opening the link does not use up the code (mail scanners open links). */
  | { step: "open"; code: string; email: string };

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
