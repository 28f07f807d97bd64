import type { Context, MiddlewareHandler } from "hono";
import { countCodeTry } from "#app/forms/accounts/mailed-codes.ts";
import { retryAfter } from "#app/http/retry-after.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { clientAddress } from "#workers/web/client-address.ts";
import { readLimitedBody } from "#workers/web/request-body.ts";
import type { WebEnv } from "#workers/web/web-env.ts";
import { plainText } from "./plain-page.ts";

export const STOP_PATH = "/notices/stop";

/**
 * Stops a notification's mails by a mail program's POST (RFC 8058). It precedes the cross-site rule, as the program may be a
 * page of another site; it needs the address's signed code and no cookie. Any other POST of this path goes on to that
 * rule.
 */
export function handleOneClickStop(openServices: (c: Context<WebEnv>) => Services): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const request = c.req.raw;
    const body = await readLimitedBody(request);
    if (body === null) return plainText(413, "送信された内容が大きすぎます。");
    // The next reader needs the body too.
    c.req.raw = new Request(request, { body });
    if (!(await isOneClick(body, request.headers.get("Content-Type") ?? ""))) return next();
    const services = openServices(c);
    const code = new URL(request.url).searchParams.get("code") ?? "";
    const result = await countCodeTry({ services, clientAddress: clientAddress(request) }, () =>
      services.notifications.stopByCode({ code }),
    );
    if (result.kind === "stopped") return plainText(200, "このお知らせのメールを止めました。");
    if (result.reason === "too-many") {
      return plainText(429, "しばらくしてからお試しください。", retryAfter(result.retryAfterSeconds));
    }
    return plainText(404, "このリンクではメールを止められません。");
  };
}

async function isOneClick(body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  try {
    const form = await new Response(body, { headers: { "Content-Type": type } }).formData();
    return form.get("List-Unsubscribe") === "One-Click";
  } catch {
    return false;
  }
}
