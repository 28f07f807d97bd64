/** 95 % of a standard normal distribution lie within ± this many standard deviations. */
export const NORMAL_975 = 1.959963984540054;
