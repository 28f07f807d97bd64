export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailSender {
  /**
   * Sends one mail to one receiver.
   * @param jobId of the job that sends it; where the channel can tell, the same job sends once
   * @throws when the channel does not take it: the job is tried again
   */
  send(mail: Mail, about: { jobId: string; now: number }): Promise<void>;
}

/** The part of Cloudflare's `send_email` binding that is used. */
export interface MailBinding {
  send(message: { from: string; to: string; subject: string; text: string; html: string }): Promise<unknown>;
}

/** Really sends. A job that dies between the sending and its own end sends again: twice is better than never. */
export function createMailSender({ binding, from }: { binding: MailBinding | undefined; from: string }): MailSender {
  return {
    async send(mail) {
      if (binding === undefined) throw new Error("the EMAIL binding is missing: no mail can be sent");
      refuseHeaderBreaks(mail);
      await binding.send({ from, ...mail });
    },
  };
}

/** Sends nothing, and gives mails to a local outbox instead, which keeps one per job. */
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

/** A line break in an address or subject would start a header of the attacker's choice. */
function refuseHeaderBreaks({ to, subject }: Mail): void {
  if (/[\r\n]/.test(to + subject)) throw new Error("a mail header may not contain a line break");
}
