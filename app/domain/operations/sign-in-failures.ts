/** Counters of failed authentications. The console and the admin token have their own, with a lower limit. */
export const SIGN_IN_FAILURES = {
  users: { key: "sign-in-failures:users", windowSeconds: 600 },
  operator: { key: "sign-in-failures:operator", windowSeconds: 600 },
};
