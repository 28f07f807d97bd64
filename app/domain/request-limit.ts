/**
 * Largest file in one request. The platform accepts 100 MB (100,000,000 bytes) per request; the rest is for headers,
 * and for proxies that count differently.
 */
export const MAX_REQUEST_BYTES = 95_000_000;
