/** Pictures that only their owner can open, to save and to show elsewhere. */
export const DUEL_IMAGE_PATH = "/duel.png";
export const YEAR_IMAGE_PATH = "/models/all/record.png";
