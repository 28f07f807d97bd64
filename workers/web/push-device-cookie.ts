import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";

/**
 * Names the device that gets notices to the log-out, to which alone it is sent. The session cannot: it ends after thirty
 * days, and the notices do not. It is no secret, as only a device of the session's own user is removed.
 */
const NAME = "push-device";
const PATH = "/logout";
/** As long as browsers keep any. */
const KEPT_SECONDS = 400 * 24 * 3600;

/** The id of the device's subscription, or null. */
export function readPushDevice(request: Request): number | null {
  const value = parse(request.headers.get("Cookie") ?? "", NAME)[NAME] ?? "";
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Set-Cookie header that names the device, or clears it if null. */
export function writePushDevice(id: number | null, { publicUrl }: { publicUrl: string }): string {
  return generateCookie(NAME, id === null ? "" : String(id), {
    path: PATH,
    httpOnly: true,
    secure: publicUrl.startsWith("https:"),
    sameSite: "Lax",
    maxAge: id === null ? 0 : KEPT_SECONDS,
  });
}
