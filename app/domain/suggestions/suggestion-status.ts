export const SearchStatus = { working: 1, complete: 2, failed: 3 } as const;
export type SearchStatus = (typeof SearchStatus)[keyof typeof SearchStatus];
