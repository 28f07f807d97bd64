/** Counters of failed authentications: of the console and calls with the admin token apart, as few of them are too many. */
export const SIGN_IN_FAILURES = {
  users: { key: "sign-in-failures:users", windowSeconds: 600 },
  operator: { key: "sign-in-failures:operator", windowSeconds: 600 },
};
