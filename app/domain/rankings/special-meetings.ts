/** Days with a long midday break at a venue, where races 6, 7 and 12 count. First and last day, inclusive. */
export const SPECIAL_MEETINGS = [
  { venue: "新潟", from: "2024-07-27", to: "2024-07-28" },
  { venue: "新潟", from: "2024-08-03", to: "2024-08-04" },
] as const;
