import type { SpecificationRow } from "./specification-row.ts";

/** Routes, guards and redirects (spec §2). */
export const rows: readonly SpecificationRow[] = [
  {
    row: "Public: / (top)",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Public: /login",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Public: /signup",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Public: /privacy",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
      "e2e/requests/spec-texts: the legal pages say the terms' points, at both of their addresses",
    ],
  },
  {
    row: "Public: /tokusyo (commercial-law notice), also /tokusyo.html",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
      "e2e/requests/spec-texts: the legal pages say the terms' points, at both of their addresses",
    ],
  },
  {
    row: "Public: /terms, also /terms.html",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
      "e2e/requests/spec-texts: the legal pages say the terms' points, at both of their addresses",
    ],
  },
  {
    row: "Public: /404",
    tests: ["e2e/pages/pages: an unknown address is a 404 with the way home, for visitors and inside"],
  },
  {
    row: "Public: /resetPassword",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Public: all share pages of rankings",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
      "e2e/requests/spec-texts: the share pages of rankings lead to the sign-up",
    ],
  },
  {
    row: "Public: error page",
    tests: ["integration/web/web-door: a bug is reported with the id of its log line, and without details"],
  },
  {
    row: "Logged in: /home",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Logged in: /models",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Logged in: /models/create",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Logged in: /models/copy/{id}",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/owner-matrix: the owner sees the model and the analysis at every address that carries their id",
      "e2e/requests/spec-texts: inheriting asks first, keeps the features and wants a name of its own",
    ],
  },
  {
    row: "Logged in: /models/edit/{id} (also seen as /models/{id})",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/owner-matrix: the owner sees the model and the analysis at every address that carries their id",
      "e2e/requests/spec-texts: editing changes the name only",
    ],
  },
  {
    row: "Logged in: /analyses (page query parameter, 1-based)",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "unit/analyses/race-pages: ids and pages are positive whole numbers",
      "e2e/requests/spec-texts: a page of analyses that is not full leads back only, and one below the first is the first",
      "e2e/pages/states: the next page is offered exactly when thirty analyses are on this one",
    ],
  },
  {
    row: "Logged in: /analyses/{analysis_result_id}",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/owner-matrix: the owner sees the model and the analysis at every address that carries their id",
      "e2e/requests/owner-matrix: another user and the admin get a 404 or a list without it, and never the name",
    ],
  },
  {
    row: "Logged in: /races (date query parameter YYYY-MM-DD)",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/journeys/races: the race search ignores what is no date, refuses the future and leads from an empty day to the nearest",
    ],
  },
  {
    row: "Logged in: /races/search",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/journeys/races: the race search ignores what is no date, refuses the future and leads from an empty day to the nearest",
    ],
  },
  {
    row: "Logged in: /settings",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Logged in: /subscriptions",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/spec-texts: the plans page shows every plan's price and limits, the present one and the commercial-law notice",
      "e2e/journeys/home: the table of plans: every limit, ∞ from 1000, 全5回, the present plan and the recommended ones",
    ],
  },
  {
    row: "Logged in: /subscriptions/success",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
      "e2e/journeys/home: the table of plans: every limit, ∞ from 1000, 全5回, the present plan and the recommended ones",
    ],
  },
  {
    row: "Rankings: /rankings, weekly, monthly and the five of monthly's categories answer behind the guard",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Public share: /share/rankings with the same sub-paths",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
      "e2e/requests/spec-texts: the share pages of rankings lead to the sign-up",
    ],
  },
  {
    row: "Public share: /share/analysis/{id}",
    tests: [
      "integration/web/public-pages: an analysis shows at once when it is shared, changes with it, and goes when that has ended",
      "e2e/requests/page-sweep: what is shared has the same headers, and its pictures and rankings.json have those of files",
    ],
  },
  {
    row: "/share/analysis: redirect taking query id and media = twitter or facebook",
    tests: [
      "unit/web/share-ids: the redirect leads by id and media to X, to Facebook or to the share page, and never to a queried URL",
    ],
  },
  {
    row: "Api-style routes: /api/share/image and /api/share/analysis",
    tests: [
      "integration/api/api-share: an address may call each route sixty times a minute, for known ids or not; others and the next minute are unaffected",
    ],
  },
  {
    row: "The top page accepts query page and position (used by banners)",
    tests: [
      "e2e/requests/spec-texts: the top page asks for e-mail and terms, says why the reader is there, and leads to the tutorial",
    ],
  },
  {
    row: "Sign-up and password-reset pages read a verification code from the URL query",
    tests: [
      "e2e/journeys/story: a newcomer signs up, makes a model and reads a race of today",
      "e2e/journeys/accounts: a forgotten password is changed by mail, once, and the old one is over",
      "e2e/journeys/accounts: a sign-up link works once, and an unknown one is a 404 with the way to a new one",
    ],
  },
  {
    row: "Access without a token redirects to /?e=atnf",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
    ],
  },
  {
    row: "Failure to load the current user redirects to /?e=umae",
    tests: [
      "integration/web/web-door: an unavailable database is our error: the guard redirects so, health fails, nobody gets in",
    ],
  },
  {
    row: "Logo goes to /home when logged in, else /",
    tests: [
      "e2e/requests/spec-texts: the frame leads to every room, and the logo home: inside to /home, outside to the top",
    ],
  },
  {
    row: "A title-bar back button goes to the parent path, or /home from a top-level path",
    tests: [
      "e2e/requests/spec-texts: the back button leads to the nearest page above, from the top-level ones to /home",
    ],
  },
];
