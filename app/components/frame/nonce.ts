import { createContext } from "react";

/** Content-Security-Policy nonce of the response being rendered; undefined in the browser, where none is needed. */
export const NonceContext = createContext<string | undefined>(undefined);
