/** How a second factor changed; its owner is mailed about each. */
export const FACTOR_CHANGES = [
  "on",
  "off",
  "undone",
  "dropped",
  "codes-renewed",
  "passkey-added",
  "passkey-removed",
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];
