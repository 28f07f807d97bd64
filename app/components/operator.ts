/**
 * Who runs the site: the particulars that law and readers ask for, on the legal pages. An operator fills in this one
 * file before going live, and has the three legal pages read by somebody who knows the law.
 */
export const OPERATOR = {
  name: "（運営者名）",
  representative: "（運営責任者名）",
  address: "（所在地）",
  phone: "（電話番号）",
  email: "support@example.com",
  /** When the phone and the mail are answered. */
  hours: "平日10:00〜17:00（土日祝日と年末年始を除く）",
  /** Where disputes are heard. */
  court: "東京地方裁判所",
  /** How long access logs are kept where the site runs. */
  logDays: 90,
  /** Who keeps the list of sign-ups, where the sign-up notice is sent to one. */
  signUpList: "Google LLC（米国）",
} as const;

/** Day of the version of each legal text: change it with the text. */
export const LEGAL_DATES = {
  terms: "2026年11月21日",
  privacy: "2026年11月21日",
  commerce: "2026年11月21日",
} as const;
