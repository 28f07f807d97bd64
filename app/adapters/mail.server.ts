import { mailboxOf } from "#app/domain/accounts/email-address.ts";
import { OutageError } from "./outage.server.ts";

export interface Mail {
  /** As stored; senders quote it. */
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
}

export interface MailSender {
  /** @param about jobId: sent once per job where supported @throws OutageError if the channel is unavailable */
  send(mail: Mail, about: { jobId: string; now: number }): Promise<SentMail>;
}

/** refused: the address cannot receive mail. */
export type SentMail = { kind: "sent" } | { kind: "refused"; reason: string };

const REFUSED_RECEIVERS = ["E_RECIPIENT_NOT_ALLOWED", "E_RECIPIENT_SUPPRESSED"];
const TRY_LATER = ["E_RATE_LIMIT_EXCEEDED", "E_DAILY_LIMIT_EXCEEDED", "E_DELIVERY_FAILED", "E_INTERNAL_SERVER_ERROR"];

export interface MailBinding {
  send(message: Mail & { from: string }): Promise<unknown>;
}

/** Sends twice if the job dies after sending. */
export function createMailSender({ binding, from }: { binding: MailBinding | undefined; from: string }): MailSender {
  return {
    async send(mail) {
      if (binding === undefined) throw new Error("the EMAIL binding is missing: no mail can be sent");
      refuseHeaderBreaks(mail);
      try {
        await binding.send({ from, ...mail, to: mailboxOf(mail.to) });
        return { kind: "sent" };
      } catch (error) {
        const code = codeOf(error);
        if (REFUSED_RECEIVERS.includes(code)) return { kind: "refused", reason: code };
        if (TRY_LATER.includes(code)) throw new OutageError(code, { cause: error });
        throw error;
      }
    },
  };
}

/** One mail per job. */
export function createOutboxSender(
  keep: (mail: Mail & { jobId: string; sentAt: number }) => Promise<void>,
): MailSender {
  return {
    async send(mail, { jobId, now }) {
      refuseHeaderBreaks(mail);
      await keep({ ...mail, to: mailboxOf(mail.to), jobId, sentAt: now });
      return { kind: "sent" };
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** A line break in an address or subject would allow header injection. */
function refuseHeaderBreaks({ to, subject, headers = {} }: Mail): void {
  const texts = [to, subject, ...Object.entries(headers).flat()];
  if (texts.some((text) => /[\r\n]/.test(text))) throw new Error("a mail header may not contain a line break");
}
