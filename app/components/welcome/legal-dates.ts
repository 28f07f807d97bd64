/** Change the date with the text. */
export const LEGAL_DATES = {
  terms: "2026年11月23日",
  privacy: "2026年11月25日",
  commerce: "2026年11月23日",
} as const;
