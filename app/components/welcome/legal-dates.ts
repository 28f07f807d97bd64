/** Date of each legal text's version: change it with the text. */
export const LEGAL_DATES = {
  terms: "2026年11月21日",
  privacy: "2026年11月21日",
  commerce: "2026年11月21日",
} as const;
