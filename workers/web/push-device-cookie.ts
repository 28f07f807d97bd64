import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";

/**
 * Names the device that gets notices to the log-out, to which alone it is sent. The session cannot: it ends after thirty
 * days, and the notices do not. It is no secret, as only a device of the session's own user is removed.
 */
const PLAIN_NAME = "push-device";
/** Over https. Not `__Host-`, which would require the path / and so send it with every request. */
const SECURE_NAME = `__Secure-${PLAIN_NAME}`;
const PATH = "/logout";
/** As long as browsers keep any. */
const KEPT_SECONDS = 400 * 24 * 3600;

/** The id of the device's subscription, or null. Browsers may have the plain name from before the prefix. */
export function readPushDevice(request: Request): number | null {
  const cookies = parse(request.headers.get("Cookie") ?? "");
  const value = cookies[SECURE_NAME] ?? cookies[PLAIN_NAME] ?? "";
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Set-Cookie header that names the device, or clears it if null. */
export function writePushDevice(id: number | null, { publicUrl }: { publicUrl: string }): string {
  return generateCookie(PLAIN_NAME, id === null ? "" : String(id), {
    ...(publicUrl.startsWith("https:") && { prefix: "secure" }),
    path: PATH,
    httpOnly: true,
    sameSite: "Lax",
    maxAge: id === null ? 0 : KEPT_SECONDS,
  });
}
