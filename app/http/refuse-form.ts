import type { Submission } from "@conform-to/react";
import { data } from "@remix-run/cloudflare";
import { retryAfter } from "./retry-after.ts";

interface FormRefusal {
  status: 400 | 404 | 429 | 503;
  /** For a limit, a function of the seconds to wait. */
  form?: string | ((retryAfterSeconds: number) => string);
  fields?: Record<string, string>;
}

/** Retry-After is set if a limit is exceeded. The values of `hideFields` are not sent back. */
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
