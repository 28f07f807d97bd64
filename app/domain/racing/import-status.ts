export const ENDED_IMPORTS = ["done", "refused", "failed"] as const;

export const IMPORT_STATUSES = ["receiving", "queued", "validating", "applying", ...ENDED_IMPORTS] as const;
