import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";

/** Deletes the session and this device's push subscription, and clears the cookies. */
export async function action({ context, request }: ActionFunctionArgs) {
  const token = context.sessionToken(request);
  const deviceId = context.pushDevice(request);
  if (token !== null) await context.services.auth.signOut({ token, deviceId });
  const headers = new Headers({ "Set-Cookie": context.sessionCookie(null) });
  if (deviceId !== null) headers.append("Set-Cookie", context.pushDeviceCookie(null));
  return redirect("/login", { status: 303, headers });
}

/** A link must not log the user out. */
export function loader() {
  return redirect("/home");
}
