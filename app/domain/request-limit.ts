/**
 * Largest file that the site takes in one request. The platform takes 100 MB (100,000,000 bytes) with all of a request; what is
 * above this is left to its headers, and to proxies that count differently.
 */
export const MAX_REQUEST_BYTES = 95_000_000;
