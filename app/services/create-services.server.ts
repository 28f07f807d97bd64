import { deleteAccount } from "./accounts/account-deletion.server.ts";
import * as accounts from "./accounts/accounts.server.ts";
import { createToken, findTokenUser, listOwnTokens, revokeToken } from "./accounts/api-tokens.server.ts";
import * as auth from "./accounts/auth.server.ts";
import { consumeCall, consumeCodeTry, consumePublicCall, returnCodeTry } from "./accounts/limits.server.ts";
import * as ownLimits from "./accounts/own-limits.server.ts";
import { addPasskey, beginPasskey, removePasskey } from "./accounts/passkeys.server.ts";
import * as profile from "./accounts/profile.server.ts";
import * as secondFactors from "./accounts/second-factor.server.ts";
import { findUndo, undoByCode } from "./accounts/second-factor-undo.server.ts";
import * as analyses from "./analyses/analyses.server.ts";
import * as days from "./analyses/days.server.ts";
import { readBets } from "./analyses/race-bets.server.ts";
import * as raceModels from "./analyses/race-models.server.ts";
import * as races from "./analyses/races.server.ts";
import * as sharing from "./analyses/sharing.server.ts";
import { readWhatIf } from "./analyses/what-if.server.ts";
import { receive } from "./billing/billing-sync.server.ts";
import * as planChange from "./billing/plan-change.server.ts";
import { checkout } from "./billing/plan-checkout.server.ts";
import { findPlanOfPrice, portal, preview, read as readPlan, refresh } from "./billing/plans.server.ts";
import type { Deps } from "./deps.server.ts";
import { readCalendar, setCalendar } from "./fans/calendar.server.ts";
import * as fans from "./fans/fans.server.ts";
import { readPage as readHorse } from "./fans/horses.server.ts";
import { read as readHome } from "./home.server.ts";
import { getImportProgress } from "./imports/imports.server.ts";
import { search } from "./imports/search-names.server.ts";
import { previewUndo, undoImport } from "./imports/undo-import.server.ts";
import { listDevMails, readHealth } from "./jobs/job-health.server.ts";
import * as leagues from "./leagues/leagues.server.ts";
import { compare } from "./models/compare-models.server.ts";
import { listWithFirstLook, readFirstLook } from "./models/first-look.server.ts";
import * as models from "./models/models.server.ts";
import { publish, readPublic, readPublication } from "./models/public-models.server.ts";
import { readSuggestions, searchSuggestions, stopSuggestions } from "./models/suggestions.server.ts";
import {
  addDevice,
  readChoices,
  readStop,
  removeDevice,
  saveChoices,
  stopByCode,
} from "./notifications/notification-choices.server.ts";
import { listNewestAlarms } from "./operations/alarms.server.ts";
import { listActions, rerunJob } from "./operations/audit.server.ts";
import { closeReport, listReports, report } from "./operations/reports.server.ts";
import { endSiteBanner, readSiteBanner, setSiteBanner } from "./operations/site-banner.server.ts";
import { listNewestImports, readSiteStatus } from "./operations/site-status.server.ts";
import {
  beginStaffPasskey,
  confirmStaff,
  confirmStaffByPasskey,
  findStaff,
  leaveConsole,
} from "./operations/staff.server.ts";
import * as userFiles from "./operations/user-files.server.ts";
import { exportRecord, readAnswers, readDuel, readView, readYear } from "./own-records/own-records.server.ts";
import * as ownTickets from "./own-records/own-tickets.server.ts";
import { listOwn } from "./rankings/own-rankings.server.ts";
import * as rankings from "./rankings/rankings.server.ts";
import { sealProofOfForecast } from "./seal/forecasts.server.ts";
import { readRecent, readRootsText, readRootsVersion } from "./seal/published-roots.server.ts";
import { sealProofOfOwn } from "./seal/seal-proofs.server.ts";
import * as verification from "./seal/verification.server.ts";
import * as crowd from "./season/crowd.server.ts";
import { listOwnSeason, readSeason } from "./season/season.server.ts";

/** A group that is a module binds all functions that it exports. */
const USE_CASES = {
  auth,
  secondFactor: {
    begin: secondFactors.beginSetUp,
    confirm: secondFactors.confirmSetUp,
    renewCodes: secondFactors.renewCodes,
    turnOff: secondFactors.turnOff,
    beginPasskey,
    addPasskey,
    removePasskey,
    findUndo,
    undoByCode,
  },
  ownLimits,
  apiTokens: { createToken, findTokenUser, listOwnTokens, revokeToken },
  ownTickets,
  accounts: {
    ...accounts,
    ...profile,
    deleteAccount,
  },
  models: {
    list: models.list,
    listWithFigures: models.listWithFigures,
    find: models.find,
    listWithFirstLook,
    readFirstLook,
    compare,
    readSuggestions,
    searchSuggestions,
    stopSuggestions,
    create: models.create,
    renew: models.renew,
    rename: models.rename,
    setDefault: models.setDefault,
    remove: models.remove,
    wasRemoved: models.wasRemoved,
    confirm: models.confirm,
    publish,
    readPublic,
    readPublication,
  },
  races: {
    ...races,
    ...raceModels,
    search,
    readBets,
    readWhatIf,
  },
  analyses,
  ownRecords: { readView, readAnswers, readDuel, readYear, exportRecord },
  days,
  fans: { ...fans, readHorse, setCalendar, readCalendar },
  home: { read: readHome },
  leagues,
  notifications: { readChoices, saveChoices, readStop, stopByCode, addDevice, removeDevice },
  rankings: { ...rankings, listOwn },
  crowd,
  season: { read: readSeason, listOwn: listOwnSeason },
  sharing: {
    share: sharing.share,
    unshare: sharing.unshare,
    find: sharing.find,
    resolve: sharing.resolve,
    report,
  },
  seal: {
    sealProofOfForecast,
    sealProofOfOwn,
    readRootsVersion,
    readRootsText,
    readRecent,
    ...verification,
  },
  limits: { consumeCall, consumePublicCall, consumeCodeTry, returnCodeTry },
  plans: { ...planChange, read: readPlan, preview, checkout, portal, refresh, findPlanOfPrice },
  webhooks: { receive },
  jobHealth: { readHealth, listDevMails },
  staff: {
    find: findStaff,
    confirm: confirmStaff,
    confirmByPasskey: confirmStaffByPasskey,
    beginPasskeySignIn: beginStaffPasskey,
    leave: leaveConsole,
  },
  /** For the console and for calls with the admin token. */
  console: {
    readStatus: readSiteStatus,
    listImports: listNewestImports,
    readImport: getImportProgress,
    readSiteBanner,
    setSiteBanner,
    endSiteBanner,
    previewUndo,
    undoImport,
    rerunJob,
    listActions,
    listAlarms: listNewestAlarms,
    listReports,
    closeReport,
    ...userFiles,
  },
} satisfies Record<string, Record<string, UseCase>>;

type UseCase = (deps: Deps, input: never) => unknown;
type Bound<F> = F extends (deps: Deps, ...input: infer I) => infer R ? (...input: I) => R : never;

export type Services = {
  [Group in keyof typeof USE_CASES]: {
    [Name in keyof (typeof USE_CASES)[Group]]: Bound<(typeof USE_CASES)[Group][Name]>;
  };
};

/** Binds the use cases, plain functions `(deps, input) → result`, to the dependencies of one request. */
export function createServices(deps: Deps): Services {
  const groups = Object.entries<Record<string, UseCase>>(USE_CASES).map(([name, useCases]) => {
    const bound = Object.entries(useCases).map(([key, useCase]) => [key, (input: never) => useCase(deps, input)]);
    return [name, Object.fromEntries(bound)];
  });
  return Object.fromEntries(groups) as Services;
}
