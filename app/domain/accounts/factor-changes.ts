/** Changes of a second factor; each is mailed to the user. */
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
