import { isRouteErrorResponse } from "@remix-run/react";

/**
 * Whether a request ended without a response of the site. Browsers throw a TypeError if nothing arrives; a gateway in
 * between responds with 502 to 504, or with a page of its own (an Error, "Unable to decode").
 */
export function isLostAnswer(error: unknown): boolean {
  if (error instanceof TypeError) return /fetch|network|load failed/i.test(error.message);
  if (isRouteErrorResponse(error)) return error.status >= 502 && error.status <= 504;
  return error instanceof Error && /unable to decode/i.test(error.message);
}

/**
 * For a page's clientAction: returns the server's response or, if none arrived, the result of `lost`, so that the form
 * keeps what was typed. Its status is 503, because after 400 or more Remix does not revalidate, which would fail too.
 */
export async function answerOrLost<T>(send: () => Promise<T>, lost: () => unknown): Promise<T | Response> {
  try {
    return await send();
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    return Response.json(lost(), { status: 503 });
  }
}
