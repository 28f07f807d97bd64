/** The pages of the specification (spec §2) for the sweeps: who may see them, and with which status. */

const RANKINGS = [
  "weekly",
  "monthly",
  "monthly_dirt1216",
  "monthly_dirt17",
  "monthly_glass1216",
  "monthly_glass1724",
  "monthly_glass2532",
];

/** Anybody gets these, with this status. */
export const PUBLIC_ROUTES: readonly (readonly [path: string, status: number])[] = [
  ["/", 200],
  ["/?e=atnf", 200],
  ["/?e=umae", 200],
  ["/?e=other", 200],
  ["/?page=banner&position=2", 200],
  ["/login", 200],
  ["/login?to=%2Fmodels", 200],
  ["/login?reset=1", 200],
  ["/signup", 200],
  ["/signup?sent=1", 200],
  ["/signup?uuid=no-such-code", 404],
  ["/resetPassword", 200],
  ["/resetPassword?sent=1", 200],
  ["/resetPassword?uuid=no-such-code", 404],
  ["/changeEmail?uuid=no-such-code", 404],
  ["/privacy", 200],
  ["/tokusyo", 200],
  ["/tokusyo.html", 200],
  ["/terms", 200],
  ["/terms.html", 200],
  ["/tutorial", 200],
  ["/404", 404],
  ["/no/such/page", 404],
  ["/share/rankings", 200],
  ...RANKINGS.map((ranking) => [`/share/rankings/${ranking}`, 200] as const),
  ["/share/rankings/yearly", 404],
];

/** Pages of a logged-in user with nothing of their own. */
export const USER_ROUTES: readonly (readonly [path: string, status: number])[] = [
  ["/home", 200],
  ["/models", 200],
  ["/models?delete=999999", 200],
  ["/models?rename=x", 200],
  ["/models?detail=-1", 200],
  ["/models?done=deleted", 200],
  ["/models/create", 200],
  ["/models/create?venue_type=2", 200],
  ["/models/create?venue_type=9", 200],
  ["/models/999999", 404],
  ["/models/edit/999999", 404],
  ["/models/edit/-1", 404],
  ["/models/copy/999999", 404],
  ["/models/copy/abc", 404],
  ["/analyses", 200],
  ["/analyses?page=2", 200],
  ["/analyses?page=0", 200],
  ["/analyses?page=x", 200],
  ["/analyses?delete=999999", 200],
  ["/analyses/999999", 404],
  ["/analyses/abc", 404],
  ["/races", 200],
  ["/races?date=2026-11-15", 200],
  ["/races?date=2026-02-31", 200],
  ["/races?date=x", 200],
  ["/races?race=no-such-race", 200],
  ["/races/search", 200],
  ["/races/search?year=2026&month=2&day=31", 200],
  ["/settings", 200],
  ["/settings/delete", 200],
  ["/subscriptions", 200],
  ["/subscriptions?plan=9", 200],
  ["/home?restricted=1", 200],
  ["/subscriptions/success", 302],
  ["/signup/welcome", 200],
  ["/rankings", 200],
  ...RANKINGS.map((ranking) => [`/rankings/${ranking}`, 200] as const),
  ["/rankings/yearly", 404],
];

/** The same for who pays: the page after a payment has something to tell. */
export const PAID_USER_ROUTES: typeof USER_ROUTES = USER_ROUTES.map(([path, status]) => [
  path,
  path === "/subscriptions/success" ? 200 : status,
]);

/** Addresses of a logged-in user that answer with a file: for fetches, as a browser downloads instead of showing. */
export const USER_FILES: readonly (readonly [path: string, status: number])[] = [["/settings/export", 200]];
