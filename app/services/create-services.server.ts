import { deleteAccount } from "./accounts/account-deletion.server.ts";
import {
  findResetEmail,
  findSignUpEmail,
  requestPasswordReset,
  requestSignUp,
  resetPassword,
  signUp,
} from "./accounts/accounts.server.ts";
import {
  askForPasskey,
  confirmSignIn,
  confirmSignInByPasskey,
  endOwnSessions,
  findSessionUser,
  isOfDeletedUser,
  readOwnSecurity,
  signIn,
  signOut,
  signOutEverywhere,
} from "./accounts/auth.server.ts";
import { returnCodeTry, takeCall, takeCodeTry, takePublicCall } from "./accounts/limits.server.ts";
import * as ownLimits from "./accounts/own-limits.server.ts";
import { addPasskey, beginPasskey, removePasskey } from "./accounts/passkeys.server.ts";
import { changePassword } from "./accounts/password-change.server.ts";
import { exportPersonalData } from "./accounts/personal-data.server.ts";
import { changeEmail, findNewEmail, updateProfile } from "./accounts/profile.server.ts";
import * as secondFactors from "./accounts/second-factor.server.ts";
import { findUndo, undoByCode } from "./accounts/second-factor-undo.server.ts";
import * as analyses from "./analyses/analyses.server.ts";
import { readBoard } from "./analyses/day-boards.server.ts";
import { exportIndices } from "./analyses/day-indices.server.ts";
import * as days from "./analyses/days.server.ts";
import { readBets } from "./analyses/race-bets.server.ts";
import * as raceModels from "./analyses/race-models.server.ts";
import * as races from "./analyses/races.server.ts";
import * as sharing from "./analyses/sharing.server.ts";
import { readWhatIf } from "./analyses/what-if.server.ts";
import { cancel, change } from "./billing/plan-change.server.ts";
import { checkout } from "./billing/plan-checkout.server.ts";
import { findPlanOfPrice, portal, preview, read as readPlan, refresh } from "./billing/plans.server.ts";
import { receive } from "./billing/webhooks.server.ts";
import { bindWhenRead } from "./bind-services.server.ts";
import { saveNote, saveOnCard, setFavourite } from "./fans/fans.server.ts";
import { listFavourites } from "./fans/favourites.server.ts";
import { readPage as readHorse } from "./fans/horses.server.ts";
import { read as readHome } from "./home.server.ts";
import { getImportProgress } from "./imports/imports.server.ts";
import { search } from "./imports/search-names.server.ts";
import { previewUndo, undoImport } from "./imports/undo-import.server.ts";
import { listDevMails, readHealth } from "./jobs/operations.server.ts";
import { compare } from "./models/compare-models.server.ts";
import * as models from "./models/models.server.ts";
import { readNoticeChoices, saveNoticeChoices } from "./notices/notice-choices.server.ts";
import { readStop, stopByCode } from "./notices/notice-stop.server.ts";
import { addDevice, removeDevice } from "./notices/push-devices.server.ts";
import { listNewestAlarms } from "./operations/alarms.server.ts";
import { listActions } from "./operations/audit.server.ts";
import { rerunJob } from "./operations/jobs-again.server.ts";
import { endSiteNotice, readSiteNotice, setSiteNotice } from "./operations/site-notice.server.ts";
import { listNewestImports, readSiteStatus } from "./operations/site-status.server.ts";
import {
  askStaffForPasskey,
  confirmStaff,
  confirmStaffByPasskey,
  findStaff,
  leaveConsole,
} from "./operations/staff.server.ts";
import * as userFiles from "./operations/user-files.server.ts";
import { exportRecord, readView } from "./own-records/own-records.server.ts";
import { listOwn } from "./rankings/own-rankings.server.ts";
import * as rankings from "./rankings/rankings.server.ts";
import { proofOfForecast } from "./seal/forecasts.server.ts";
import { proofOfOwn } from "./seal/proofs.server.ts";
import { readRecent, readRootsText, readRootsVersion } from "./seal/published-roots.server.ts";
import { proofOfShare, verifyCode, verifyFile } from "./seal/verification.server.ts";
import * as crowd from "./season/crowd.server.ts";
import { listOwnSeason, readSeason } from "./season/season.server.ts";

/** The use cases as loaders, actions and the API see them. Expected refusals are values; an exception is a bug or an outage. */
export type Services = ReturnType<typeof createServices>;

/** Binds the use cases, plain functions `(deps, input) → result`, to the dependencies of one request. */
export const createServices = bindWhenRead({
  auth: {
    findSessionUser,
    isOfDeletedUser,
    signIn,
    confirmSignIn,
    confirmSignInByPasskey,
    askForPasskey,
    signOut,
    signOutEverywhere,
    readOwnSecurity,
    endOwnSessions,
  },
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
  ownLimits: {
    read: ownLimits.read,
    set: ownLimits.set,
    withdraw: ownLimits.withdraw,
    pause: ownLimits.pause,
    budget: ownLimits.budget,
  },
  accounts: {
    requestSignUp,
    findSignUpEmail,
    signUp,
    requestPasswordReset,
    findResetEmail,
    resetPassword,
    changePassword,
    updateProfile,
    findNewEmail,
    changeEmail,
    deleteAccount,
    exportPersonalData,
  },
  models: {
    list: models.list,
    listWithFigures: models.listWithFigures,
    find: models.find,
    compare,
    create: models.create,
    renew: models.renew,
    rename: models.rename,
    setDefault: models.setDefault,
    remove: models.remove,
    wasRemoved: models.wasRemoved,
    confirm: models.confirm,
  },
  races: {
    listDay: races.listDay,
    findDays: races.findDays,
    find: races.find,
    readCard: races.readCard,
    readNow: races.readNow,
    readModels: raceModels.readModels,
    search,
    readBets,
    readWhatIf,
  },
  analyses: {
    request: analyses.request,
    requestAgain: analyses.requestAgain,
    list: analyses.list,
    listDeleted: analyses.listDeleted,
    find: analyses.find,
    remove: analyses.remove,
    wasRemoved: analyses.wasRemoved,
    confirm: analyses.confirm,
  },
  records: { readView, exportRecord },
  days: {
    readPlan: days.readPlan,
    exportIndices,
    confirm: days.confirmDay,
    stop: days.stopDay,
    readBoard,
  },
  fans: { saveOnCard, saveNote, setFavourite, readHorse, listFavourites },
  home: { read: readHome },
  notices: {
    readChoices: readNoticeChoices,
    saveChoices: saveNoticeChoices,
    readStop,
    stopByCode,
    addDevice,
    removeDevice,
  },
  rankings: {
    read: rankings.read,
    listOwn,
    list: rankings.list,
    readVersion: rankings.readVersion,
    readFile: rankings.readFile,
  },
  crowd: {
    read: crowd.read,
    isOffered: crowd.isOffered,
    readShared: crowd.readShared,
    isKeptOut: crowd.isKeptOut,
    keepOut: crowd.keepOut,
    proofOfCrowd: crowd.proofOfCrowd,
  },
  season: { read: readSeason, listOwn: listOwnSeason },
  sharing: {
    share: sharing.share,
    unshare: sharing.unshare,
    find: sharing.find,
    resolve: sharing.resolve,
  },
  seal: {
    proofOfForecast,
    proofOfOwn,
    proofOfShare,
    readRootsVersion,
    readRootsText,
    readRecent,
    verifyCode,
    verifyFile,
  },
  limits: { takeCall, takePublicCall, takeCodeTry, returnCodeTry },
  plans: { read: readPlan, preview, change, checkout, cancel, portal, refresh, findPlanOfPrice },
  webhooks: { receive },
  operations: { readHealth, listDevMails },
  staff: {
    find: findStaff,
    confirm: confirmStaff,
    confirmByPasskey: confirmStaffByPasskey,
    askForPasskey: askStaffForPasskey,
    leave: leaveConsole,
  },
  /** Of the console; the calls with the admin token use them too. */
  console: {
    readStatus: readSiteStatus,
    listImports: listNewestImports,
    readImport: getImportProgress,
    readSiteNotice,
    setSiteNotice,
    endSiteNotice,
    previewUndo,
    undoImport,
    rerunJob,
    listActions,
    listAlarms: listNewestAlarms,
    findUsers: userFiles.findUsers,
    openUser: userFiles.openUser,
    readAddress: userFiles.readAddress,
    signUserOut: userFiles.signUserOut,
    dropSecondFactor: userFiles.endUserSecondFactor,
    setNameHidden: userFiles.setNameHidden,
  },
});
