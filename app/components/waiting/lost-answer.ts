import { isRouteErrorResponse } from "@remix-run/react";

/**
 * Did an action's call end without an answer of the site? Browsers throw a TypeError when nothing comes back; a
 * gateway between says 502 to 504, or answers with a page that is not the site's (an Error, "Unable to decode").
 */
export function isLostAnswer(error: unknown): boolean {
  if (error instanceof TypeError) return /fetch|network|load failed/i.test(error.message);
  if (isRouteErrorResponse(error)) return error.status >= 502 && error.status <= 504;
  return error instanceof Error && /unable to decode/i.test(error.message);
}

/**
 * For a page's clientAction: the server's answer, or what the page shows when none came back, so that the form keeps
 * what was typed. A Response of status 503, because an answer of 400 or more loads nothing anew, which would fail too.
 */
export async function answerOrLost<T>(ask: () => Promise<T>, lost: () => unknown): Promise<T | Response> {
  try {
    return await ask();
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    return Response.json(lost(), { status: 503 });
  }
}
