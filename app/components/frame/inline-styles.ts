import { createContext } from "react";

/**
 * Texts, by URL, of the stylesheets that the server writes into a page instead of linking them, so that a page without
 * script needs one round trip before its first paint. Empty in the browser, whose script must not contain them.
 */
export const InlineStylesContext = createContext<Readonly<Record<string, string>>>({});
