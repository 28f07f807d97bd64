import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";

/** Where a finished plan change leads. There is none to tell about yet, so it leads on to the table of plans. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return redirect("/subscriptions");
}
