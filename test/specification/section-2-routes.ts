import type { Proofs } from "./proofs.ts";

const ANSWERS =
  "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights";
const LEGAL_PAGES = "e2e/requests/spec-texts: the legal pages say the terms' points, at both of their addresses";
const SHARE_PAGES = "e2e/requests/spec-texts: the share pages of rankings lead to the sign-up";
const GUARDED =
  "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at";
const OWNER_SEES =
  "e2e/requests/owner-matrix: the owner sees the model and the analysis at every address that carries their id";
const RACE_SEARCH =
  "e2e/journeys/races: the race search ignores what is no date, refuses the future and leads from an empty day to the nearest";

/** Routes, guards and redirects (spec §2). */
export const proofs: Proofs = {
  "Public: / (top)": ANSWERS,
  "Public: /login": ANSWERS,
  "Public: /signup": ANSWERS,
  "Public: /privacy": LEGAL_PAGES,
  "Public: /tokusyo (commercial-law notification), also /tokusyo.html": LEGAL_PAGES,
  "Public: /terms, also /terms.html": LEGAL_PAGES,
  "Public: /404": "e2e/pages/pages: an unknown address is a 404 with the way home, for visitors and inside",
  "Public: /resetPassword": ANSWERS,
  "Public: all share pages of rankings": SHARE_PAGES,
  "Public: error page": "integration/web/web-door: reports a bug with the id of its log line and without details",
  "Logged in: /home": [GUARDED, ANSWERS],
  "Logged in: /models": [GUARDED, ANSWERS],
  "Logged in: /models/create": [GUARDED, ANSWERS],
  "Logged in: /models/copy/{id}": [GUARDED, OWNER_SEES],
  "Logged in: /models/edit/{id} (also seen as /models/{id})": [GUARDED, OWNER_SEES],
  "Logged in: /analyses (page query parameter, 1-based)": [
    GUARDED,
    "e2e/requests/spec-texts: a page of analyses that is not full leads back only, and one below the first is the first",
  ],
  "Logged in: /analyses/{analysis_result_id}": [
    GUARDED,
    "e2e/requests/owner-matrix: another user and the admin get a 404 or a list without it, and never the name",
  ],
  "Logged in: /races (date query parameter YYYY-MM-DD)": [GUARDED, RACE_SEARCH],
  "Logged in: /races/search": [GUARDED, RACE_SEARCH],
  "Logged in: /settings": [GUARDED, ANSWERS],
  "Logged in: /subscriptions": [
    GUARDED,
    "e2e/journeys/home: the table of plans: every limit, ∞ from 1000, 全5回, the present plan and the recommended ones",
  ],
  "Logged in: /subscriptions/success": [GUARDED, ANSWERS],
  "Rankings: /rankings, weekly, monthly and the five of monthly's categories answer behind the guard": [
    GUARDED,
    ANSWERS,
  ],
  "Public share: /share/rankings with the same sub-paths": [ANSWERS, SHARE_PAGES],
  "Public share: /share/analysis/{id}": [
    "integration/web/public-pages: an analysis shows at once when it is shared, changes with it, and goes when that has ended",
    "e2e/requests/page-sweep: what is shared has the same headers, and its pictures and rankings.json have those of files",
  ],
  "/share/analysis: redirect taking query id and media = twitter or facebook":
    "unit/web/share-ids: the redirect leads by id and media to X, to Facebook or to the share page, and never to a queried URL",
  "Api-style routes: /api/share/image and /api/share/analysis":
    "integration/api/api-share: an address may call each route sixty times a minute, for known ids or not; others and the next minute are unaffected",
  "The top page accepts query page and position (used by banners)":
    "e2e/requests/spec-texts: the top page asks for e-mail and terms, says why the reader is there, and leads to the tutorial",
  "Sign-up and password-reset pages read a verification code from the URL query": [
    "e2e/journeys/accounts: a forgotten password is changed by mail, once, and the old one is over",
    "e2e/journeys/accounts: a sign-up link works once, and an unknown one is a 404 with the way to a new one",
  ],
  "Access without a token redirects to /?e=atnf": GUARDED,
  "Failure to load the current user redirects to /?e=umae":
    "integration/web/web-door: redirects pages, fails calls and reports bad health while the database is unavailable",
  "Logo goes to /home when logged in, else /":
    "e2e/requests/spec-texts: the frame leads to every room, and the logo home: inside to /home, outside to the top",
  "A title-bar back button goes to the parent path, or /home from a top-level path":
    "unit/pages/frame: every logged-in page's back button leads to its nearest existing ancestor, from the top level to /home",
};
