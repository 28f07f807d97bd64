import { createContext } from "react";

/** Content-Security-Policy nonce of the response; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);

/** For pages without script, for a first paint after one round trip. Empty in the browser. */
export const InlineStylesContext = createContext<Readonly<Record<string, string>>>({});
