import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";

/** Ends the session in the database and clears the cookie. */
export async function action({ context, request }: ActionFunctionArgs) {
  const token = context.sessionToken(request);
  if (token !== null) await context.services.auth.signOut({ token });
  return redirect("/login", { status: 303, headers: { "Set-Cookie": context.sessionCookie(null) } });
}

/** A link must not log anybody out. */
export function loader() {
  return redirect("/home");
}
