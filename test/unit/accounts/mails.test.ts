import { expect, test } from "vitest";
import { createMailSender, createOutboxSender } from "#app/adapters/mail.server.ts";
import { isOutage } from "#app/adapters/outage.server.ts";
import { emailOfMailbox } from "#app/domain/accounts/email-address.ts";
import { resetMail, signUpMail } from "#app/services/mail/mails.server.ts";

const LINK = "https://keiba.example/signup?uuid=a-b_c";

test("a mail states in text and HTML what its link does and how long it works", () => {
  const mail = signUpMail({ to: "taro@example.com", link: LINK });
  expect(mail.subject).toBe("【はちわく】会員登録のご案内");
  expect(mail.text.match(/https?:\S+/g)).toEqual([LINK]);
  expect(mail.text).toContain("24時間");
  expect(mail.html).toContain(`<a href="${LINK}">登録を続ける</a>`);
  expect(resetMail({ to: "taro@example.com", link: LINK }).text).toContain("30分間");
});

test("no value inserted into a mail becomes markup", () => {
  const { html } = signUpMail({ to: "taro@example.com", link: `https://x.example/?a="><img src=x>&b='` });
  expect(html).not.toContain("<img");
  expect(html).toContain("&quot;&gt;&lt;img src=x&gt;&amp;b=&#39;");
});

test("the real channel uses the sender's address; without its binding sending throws", async () => {
  const sent: unknown[] = [];
  const mail = signUpMail({ to: "taro@example.com", link: LINK });
  const about = { jobId: "j", now: 0 };
  const binding = { send: async (message: unknown) => sent.push(message) };
  await createMailSender({ binding, from: "noreply@keiba.example" }).send(mail, about);
  expect(sent).toEqual([{ from: "noreply@keiba.example", ...mail }]);
  await expect(createMailSender({ binding: undefined, from: "x" }).send(mail, about)).rejects.toThrow("EMAIL binding");
});

test.each([
  ["taro..yamada@docomo.ne.jp", '"taro..yamada"@docomo.ne.jp'],
  [".taro@docomo.ne.jp", '".taro"@docomo.ne.jp'],
  ["taro.@docomo.ne.jp", '"taro."@docomo.ne.jp'],
  ["taro.yamada@docomo.ne.jp", "taro.yamada@docomo.ne.jp"],
  ["!#$%&'*+-/=?^_`{|}~@example.jp", "!#$%&'*+-/=?^_`{|}~@example.jp"],
])("every channel sends the mail for %s to %s", async (email, mailbox) => {
  const sent: unknown[] = [];
  const send = async (kept: unknown) => void sent.push(kept);
  const mail = signUpMail({ to: email, link: LINK });
  await createMailSender({ binding: { send }, from: "noreply@keiba.example" }).send(mail, { jobId: "j", now: 0 });
  await createOutboxSender(send).send(mail, { jobId: "j", now: 0 });
  expect(sent).toMatchObject([{ to: mailbox }, { to: mailbox }]);
  expect(emailOfMailbox(mailbox)).toBe(email);
});

test("a refused receiver is an answer, what passes is an outage, and other errors are thrown as they came", async () => {
  const mail = signUpMail({ to: "taro@example.com", link: LINK });
  const send = (code: string) =>
    createMailSender({
      binding: { send: () => Promise.reject(Object.assign(new Error(`said ${code}`), { code })) },
      from: "noreply@keiba.example",
    }).send(mail, { jobId: "j", now: 0 });
  for (const code of ["E_RECIPIENT_NOT_ALLOWED", "E_RECIPIENT_SUPPRESSED"])
    expect(await send(code)).toEqual({ kind: "refused", reason: code });
  for (const code of [
    "E_RATE_LIMIT_EXCEEDED",
    "E_DAILY_LIMIT_EXCEEDED",
    "E_DELIVERY_FAILED",
    "E_INTERNAL_SERVER_ERROR",
  ])
    await expect(send(code)).rejects.toSatisfy(isOutage);
  const unverified = await send("E_SENDER_NOT_VERIFIED").catch((error: unknown) => error);
  expect([String(unverified), isOutage(unverified)]).toEqual(["Error: said E_SENDER_NOT_VERIFIED", false]);
});

test("every channel refuses an address that would start another header", async () => {
  const mail = { to: "taro@example.com\r\nBcc: x@example.com", subject: "s", text: "t", html: "h" };
  const reached: unknown[] = [];
  const keep = async (kept: unknown) => void reached.push(kept);
  for (const sender of [
    createMailSender({ binding: { send: keep }, from: "noreply@keiba.example" }),
    createOutboxSender(keep),
  ]) {
    await expect(sender.send(mail, { jobId: "j", now: 0 })).rejects.toThrow("line break");
  }
  expect(reached).toEqual([]);
});
