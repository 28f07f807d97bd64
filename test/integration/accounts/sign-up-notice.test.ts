import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { postSignUpNotice } from "#app/services/accounts/sign-up-notice.server.ts";
import { mailCode } from "#app/services/mail/mail-jobs.server.ts";
import { FROM, openAccounts } from "#test/integration/support/account-site.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";

test("a sign-up is posted to the operator's address by a job of its transaction, and nowhere without one", async () => {
  const received: { type: string | undefined; body: string }[] = [];
  let status = 500;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      expect(request.url).toBe("/notice");
      received.push({ type: request.headers["content-type"], body });
      response.writeHead(status, status === 307 ? { location: "/elsewhere" } : {}).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const signUpNoticeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notice`;
  try {
    for (const config of [{ signUpNoticeUrl }, { signUpNoticeUrl: null }]) {
      await using site = await openAccounts(config);
      await site.accounts.requestSignUp({ email: "hana@example.com", attribution: "page=lp&position=top", ...FROM });
      const code = await site.d1.prepare("select id from mail_codes").first<{ id: string }>();
      const signUp = async () =>
        site.accounts.signUp({
          code: await mailCode(site.deps, code?.id ?? ""),
          name: "花 & 子",
          password: PASSWORD,
          referer: "https://example.net/signup?code=secret#top",
          userAgent: "Test/1",
        });
      const results = await Promise.all([signUp(), signUp()]);
      expect(results.map(({ kind }) => kind).sort()).toEqual(["created", "refused"]);
      const { results: jobs } = await site.d1
        .prepare("select subject, payload from jobs where kind = 'send-sign-up-notice'")
        .all<{ subject: string; payload: string }>();
      const job = jobs[0];
      if (config.signUpNoticeUrl === null) {
        expect(jobs).toEqual([]);
        continue;
      }
      expect(jobs).toHaveLength(1);
      expect(job?.payload).not.toContain("hana@example.com");
      expect(job?.payload).not.toContain("secret");
      const post = () =>
        postSignUpNotice(site.deps, { subject: job?.subject ?? "", payload: JSON.parse(job?.payload ?? "{}") });
      await expect(post()).rejects.toThrow("answered 500");
      status = 307;
      await expect(post()).rejects.toThrow("answered 307");
      received.pop();
      status = 200;
      expect(await post()).toBe("posted");
      expect(received[1]?.type).toContain("application/x-www-form-urlencoded");
      expect(Object.fromEntries(new URLSearchParams(received[1]?.body))).toEqual({
        email: "hana@example.com",
        name: "花 & 子",
        user_id: "3",
        query: "page=lp&position=top",
        referer: "https://example.net/signup",
        user_agent: "Test/1",
      });
      await site.accounts.deleteAccount({ user: { id: 3, plan: 1 } });
      expect(await post()).toBe("nothing-to-post");
    }
    expect(received).toHaveLength(2);
  } finally {
    server.close();
  }
});
