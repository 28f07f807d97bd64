import type { Submission } from "@conform-to/react";
import { data } from "@remix-run/cloudflare";
import { retryAfter } from "./retry-after.ts";

/** How a page responds to one reason: the status, and what it says where. */
interface FormRefusal {
  status: 400 | 404 | 429 | 503;
  /** At the form; of a limit, from the seconds to wait. */
  form?: string | ((retryAfterSeconds: number) => string);
  /** At its fields. */
  fields?: Record<string, string>;
}

/**
 * The response to a form that a use case has refused: what was sent, with the sentences of its reason, and when to try
 * again if a limit is exceeded.
 *
 * @param hideFields fields whose value is not sent back
 */
export function refuseForm<Reason extends string>(
  submission: Pick<Submission<unknown>, "reply">,
  { reason, retryAfterSeconds }: { reason: Reason; retryAfterSeconds?: number },
  responses: Record<NoInfer<Reason>, FormRefusal>,
  hideFields?: string[],
) {
  const { status, form, fields = {} } = responses[reason];
  const sentence = typeof form === "function" ? form(retryAfterSeconds ?? 0) : form;
  const fieldErrors = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]]));
  const reply = submission.reply({
    formErrors: sentence === undefined ? undefined : [sentence],
    fieldErrors,
    hideFields,
  });
  const headers = retryAfterSeconds === undefined ? undefined : retryAfter(retryAfterSeconds);
  return data(reply, { status, headers });
}
