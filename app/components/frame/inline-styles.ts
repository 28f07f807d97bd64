import { createContext } from "react";

/**
 * Texts of the stylesheets, by address, that the server writes into a page instead of linking them: a page without
 * script then needs one round trip before its first paint. Empty in the browser, whose script must not carry them.
 */
export const InlineStylesContext = createContext<Readonly<Record<string, string>>>({});
