import { isRouteErrorResponse } from "@remix-run/react";

/**
 * Whether no response of the site arrived. Browsers throw a TypeError; a gateway responds with 502 to 504, or with its
 * own page (an Error, "Unable to decode").
 */
export function isLostAnswer(error: unknown): boolean {
  if (error instanceof TypeError) return /fetch|network|load failed/i.test(error.message);
  if (isRouteErrorResponse(error)) return error.status >= 502 && error.status <= 504;
  return error instanceof Error && /unable to decode/i.test(error.message);
}

/**
 * For a clientAction: the server's response or, if none arrived, the result of `lost`, so that the form keeps its
 * values. The status is 503, because Remix does not revalidate after 400 or more; that would fail too.
 */
export async function responseOrLost<T>(send: () => Promise<T>, lost: () => unknown): Promise<T | Response> {
  try {
    return await send();
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    return Response.json(lost(), { status: 503 });
  }
}
