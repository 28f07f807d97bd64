export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Besides the usual ones; none by default. */
  headers?: Readonly<Record<string, string>>;
}

export interface MailSender {
  /**
   * Sends one mail to one receiver.
   *
   * @param about jobId: of the sending job; channels that support it send once per job
   * @throws if the channel refuses the mail: the job is retried
   */
  send(mail: Mail, about: { jobId: string; now: number }): Promise<void>;
}

/** The part of Cloudflare's `send_email` binding in use. */
export interface MailBinding {
  send(message: Mail & { from: string }): Promise<unknown>;
}

/** Sends real mail. A job that dies between sending and its end sends again: twice is better than never. */
export function createMailSender({ binding, from }: { binding: MailBinding | undefined; from: string }): MailSender {
  return {
    async send(mail) {
      if (binding === undefined) throw new Error("the EMAIL binding is missing: no mail can be sent");
      refuseHeaderBreaks(mail);
      await binding.send({ from, ...mail });
    },
  };
}

/** Sends nothing but stores mails in a local outbox, one per job. */
export function createOutboxSender(
  keep: (mail: Mail & { jobId: string; sentAt: number }) => Promise<void>,
): MailSender {
  return {
    async send(mail, { jobId, now }) {
      refuseHeaderBreaks(mail);
      await keep({ ...mail, jobId, sentAt: now });
    },
  };
}

/** A line break in an address or subject would allow header injection. */
function refuseHeaderBreaks({ to, subject, headers = {} }: Mail): void {
  const texts = [to, subject, ...Object.entries(headers).flat()];
  if (texts.some((text) => /[\r\n]/.test(text))) throw new Error("a mail header may not contain a line break");
}
