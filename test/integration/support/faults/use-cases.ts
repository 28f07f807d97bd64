import { encodeShareId } from "#app/adapters/share-id.server.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { calendarAddress } from "#app/services/fans/calendar.server.ts";
import { stopAddress } from "#app/services/notifications/notification-choices.server.ts";
import { signBody, webhookBody } from "#test/fakes/stripe/signature.ts";
import { CHOICE } from "#test/integration/support/rows.ts";
import { NEW_PASSWORD, PASSWORD } from "#test/integration/support/site-accounts.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";
import { emailOf, type Facts, FROM, OTHER, OWNER, STAFF, TODAY } from "./fault-world.ts";
import {
  askedBy,
  authenticator,
  CHALLENGE,
  codeOfStaff,
  codeOfUser,
  failedJob,
  giveCode,
  keptImport,
  openReport,
  ownBudget,
  ownLimit,
  ownTicket,
  passkeyBegun,
  passkeyOf,
  renewal,
  secondFactorBegun,
  secondFactorOn,
  ticketOf,
  undoCodeOf,
} from "./prepared-states.ts";
import { again, change, read, type UseCase } from "./use-case.ts";

/** A call of each use case. The types ask for one of every function of the services. */
type UseCases = { [Room in keyof Services]: { [Name in keyof Services[Room]]: UseCase } };

const user = OWNER;
const staff = STAFF;
const reason = "理由";
const sessionUser = { ...OWNER, defaultModelId: null, isPausing: false, ...NO_USES };
const RACE = "r001";
const HORSE = "h1";

const dayForm = (facts: Facts) => ({
  ...{ user, date: TODAY, modelId: facts.modelId, venues: ["東京"], only: null, stated: null, formKey: "day" },
});

const OWN_TICKET = {
  user,
  raceId: RACE,
  kind: "win",
  lines: [["1", 100]],
  modelId: null,
  formKey: "form-key-2",
} as const;

const ALL_OF_RECORD = { month: null, venue: null, result: null, sort: "new", page: 1 } as const;

const LEAGUE = { name: "仲間", weeks: 4 };
const idOf = (created: { kind: string; id?: string }) => created.id ?? "";

export const USE_CASES: UseCases = {
  apiTokens: {
    createToken: again(({ apiTokens }) => apiTokens.createToken({ user, name: "表計算" })),
    listOwnTokens: read(({ apiTokens }) => apiTokens.listOwnTokens({ user })),
    revokeToken: change(({ apiTokens }) => apiTokens.revokeToken({ user, name: "表計算" })),
    findTokenUser: read(({ apiTokens }) => apiTokens.findTokenUser({ token: "hw_1_x" })),
  },
  auth: {
    findSessionUser: read(({ auth }, { token }) => auth.findSessionUser({ token })),
    isOfDeletedUser: read(({ auth }, { token }) => auth.isOfDeletedUser({ token })),
    signIn: again(({ auth }) => auth.signIn({ email: emailOf(2), password: PASSWORD, ...FROM })),
    signOut: change(({ auth }, { token, deviceId }) => auth.signOut({ token, deviceId })),
    signOutEverywhere: change(({ auth }) => auth.signOutEverywhere({ user, password: PASSWORD })),
    // A code is taken once, whatever becomes of the answer.
    confirmSignIn: again(async ({ auth }, _facts, site) => {
      const code = await codeOfUser(site);
      const first = await auth.signIn({ email: emailOf(1), password: PASSWORD, ...FROM });
      return first.kind === "second-factor" ? auth.confirmSignIn({ ticket: first.ticket, code }) : first;
    }, secondFactorOn),
    beginPasskeySignIn: again(
      async (services) => services.auth.beginPasskeySignIn({ ticket: await ticketOf(services) }),
      passkeyOf(1, { opensConsole: 0 }),
    ),
    confirmSignInByPasskey: again(
      async (services, _facts, site) => {
        const ticket = await ticketOf(services);
        const asked = await services.auth.beginPasskeySignIn({ ticket });
        const answer = authenticator.sign(askedBy(site, asked?.challenge ?? ""));
        return services.auth.confirmSignInByPasskey({ ticket, answer });
      },
      passkeyOf(1, { opensConsole: 0 }),
    ),
    readOwnSecurity: read(({ auth }, { token }) =>
      auth.readOwnSecurity({ user: { ...user, email: emailOf(1) }, token }),
    ),
    endOwnSessions: change(({ auth }, { token }) =>
      auth.endOwnSessions({ user, token, password: PASSWORD, which: "others" }),
    ),
  },
  secondFactor: {
    begin: again(({ secondFactor }, { token }) => secondFactor.begin({ user, token, password: PASSWORD })),
    confirm: again(
      async ({ secondFactor }, { token }, site) =>
        secondFactor.confirm({ user, token, password: PASSWORD, code: await codeOfUser(site) }),
      secondFactorBegun,
    ),
    renewCodes: again(
      async ({ secondFactor }, _facts, site) =>
        secondFactor.renewCodes({ user, password: PASSWORD, code: await codeOfUser(site) }),
      secondFactorOn,
    ),
    turnOff: again(
      async ({ secondFactor }, _facts, site) =>
        secondFactor.turnOff({ user, password: PASSWORD, code: await codeOfUser(site) }),
      secondFactorOn,
    ),
    beginPasskey: again(
      async ({ secondFactor }, _facts, site) =>
        secondFactor.beginPasskey({
          ...{ user: { ...user, email: emailOf(1) }, password: PASSWORD, code: await codeOfUser(site) },
        }),
      secondFactorOn,
    ),
    addPasskey: change(
      ({ secondFactor }, { token }, site) =>
        secondFactor.addPasskey({
          user,
          token,
          name: "電話",
          answer: authenticator.register(askedBy(site, CHALLENGE)),
        }),
      passkeyBegun,
    ),
    removePasskey: change(
      async ({ secondFactor }, _facts, site) =>
        secondFactor.removePasskey({
          ...{ user, password: PASSWORD, code: await codeOfUser(site), credentialId: authenticator.id },
        }),
      passkeyOf(1, { opensConsole: 0 }),
    ),
    findUndo: read(async ({ secondFactor }, _facts, site) => secondFactor.findUndo({ code: await undoCodeOf(site) })),
    undoByCode: change(
      async ({ secondFactor }, _facts, site) => secondFactor.undoByCode({ code: await undoCodeOf(site) }),
      secondFactorOn,
    ),
  },
  ownLimits: {
    read: read(({ ownLimits }) => ownLimits.read({ user })),
    set: change(({ ownLimits }) => ownLimits.set({ user, kind: "analyses", amount: 20 }), ownLimit),
    withdraw: change(({ ownLimits }) => ownLimits.withdraw({ user, kind: "analyses" }), ownLimit),
    budget: change(({ ownLimits }) => ownLimits.budget({ user, raceId: RACE, yen: 500 }), ownBudget),
    pause: change(
      ({ ownLimits }) => ownLimits.pause({ user, days: 7 }),
      ({ services }, facts) => services.days.confirm(dayForm(facts)),
    ),
  },
  ownTickets: {
    record: change(({ ownTickets }) => ownTickets.record(OWN_TICKET)),
    importFile: change(({ ownTickets }) =>
      ownTickets.importFile({ user, tickets: [{ raceId: RACE, kind: "win", lines: [["1", 100]], modelName: null }] }),
    ),
    change: change(({ ownTickets }) => ownTickets.change({ user, id: 1, yenEach: 300 }), ownTicket),
    remove: change(({ ownTickets }) => ownTickets.remove({ user, id: 1 }), ownTicket),
    readMonth: read(({ ownTickets }) => ownTickets.readMonth({ user, month: null })),
    list: read(({ ownTickets }) => ownTickets.list({ user, month: null })),
    exportTargetBets: read(({ ownTickets }) => ownTickets.exportTargetBets({ user, date: TODAY })),
  },
  accounts: {
    requestSignUp: again(({ accounts }) =>
      accounts.requestSignUp({ email: "new@example.com", attribution: "", ...FROM }),
    ),
    findSignUpEmail: read(({ accounts }) => accounts.findSignUpEmail({ code: "none" })),
    signUp: again(
      ({ accounts }) =>
        accounts.signUp({ code: "code of sign-up", name: "新人", password: PASSWORD, referer: "", userAgent: "" }),
      giveCode("sign-up", "new@example.com", null),
    ),
    requestPasswordReset: again(({ accounts }) => accounts.requestPasswordReset({ email: emailOf(2), ...FROM })),
    findResetEmail: read(({ accounts }) => accounts.findResetEmail({ code: "none" })),
    resetPassword: again(
      ({ accounts }) => accounts.resetPassword({ code: "code of reset-password", password: NEW_PASSWORD }),
      giveCode("reset-password", emailOf(2), 2),
    ),
    changePassword: again(({ accounts }, { token }) =>
      accounts.changePassword({ user, token, currentPassword: PASSWORD, password: NEW_PASSWORD }),
    ),
    updateProfile: again(({ accounts }) =>
      accounts.updateProfile({
        ...{ user, changes: { name: "新名", email: "moved@example.com" }, currentPassword: PASSWORD, ...FROM },
      }),
    ),
    findNewEmail: read(({ accounts }) => accounts.findNewEmail({ code: "none" })),
    changeEmail: again(
      ({ accounts }) => accounts.changeEmail({ code: "code of change-email" }),
      giveCode("change-email", "moved@example.com", 1),
    ),
    deleteAccount: change(({ accounts }) => accounts.deleteAccount({ user, password: PASSWORD })),
    exportPersonalData: read(({ accounts }) => accounts.exportPersonalData({ user })),
  },
  models: {
    list: read(({ models }) => models.list({ user })),
    listWithFigures: read(({ models }) => models.listWithFigures({ user })),
    find: read(({ models }, { modelId }) => models.find({ user, modelId })),
    listWithFirstLook: read(({ models }, { modelId }) => models.listWithFirstLook({ user, modelId })),
    readFirstLook: read(async ({ models }, { modelId }) => {
      const { record } = await models.listWithFirstLook({ user, modelId });
      const model = { venueType: 1, isWeight: false, status: 2, disabled: null };
      return record && models.readFirstLook({ model, record });
    }),
    compare: read(({ models }, { modelId }) =>
      models.compare({ user: sessionUser, modelIds: [modelId], baseId: null }),
    ),
    readSuggestions: read(({ models }, { modelId }) => models.readSuggestions({ user, modelId })),
    stopSuggestions: change(({ models }, { modelId }) => models.stopSuggestions({ user, modelId })),
    searchSuggestions: change(({ models }, { modelId }) =>
      models.searchSuggestions({ user, modelId, formKey: "search" }),
    ),
    create: change(({ models }) => models.create({ user, name: "二号", venueType: 1, choice: CHOICE, formKey: "two" })),
    renew: change(({ models }, { modelId }) => models.renew({ user, modelId, formKey: "renewal" })),
    rename: change(({ models }, { modelId }) => models.rename({ user, modelId, name: "改名" })),
    setDefault: change(({ models }, { modelId }) => models.setDefault({ user, modelId, isDefault: true })),
    remove: change(({ models }, { modelId }) => models.remove({ user, modelId })),
    wasRemoved: read(({ models }, { modelId }) => models.wasRemoved({ user, modelId })),
    confirm: change(({ models }) => models.confirm({ user })),
    publish: change(({ models }, { modelId }) => models.publish({ user, modelId, publication: "choice" })),
    readPublication: read(({ models }, { modelId }) => models.readPublication({ user, modelId })),
    readPublic: read(({ models }, { modelId }) => models.readPublic({ code: encodeShareId(modelId) })),
  },
  races: {
    listDay: read(({ races }) => races.listDay({ user: sessionUser, date: TODAY })),
    findDays: read(({ races }) => races.findDays({ date: TODAY })),
    find: read(({ races }) => races.find({ user, raceId: RACE })),
    readCard: read(({ races }) => races.readCard({ user: sessionUser, raceId: RACE })),
    readNow: read(({ races }) => races.readNow({ user, raceId: RACE })),
    readModels: read(({ races }) => races.readModels({ user: sessionUser, raceId: RACE })),
    search: read(({ races }) => races.search({ user, text: "ウマ" })),
    readBets: read(({ races }, { modelId }) => races.readBets({ user: sessionUser, raceId: "r005", modelId })),
    readWhatIf: read(({ races }, { modelId }) =>
      races.readWhatIf({ user: sessionUser, raceId: "r005", modelId, asked: { going: "", out: [], horses: [] } }),
    ),
  },
  analyses: {
    request: change(({ analyses }, { modelId }) => analyses.request({ user, modelId, raceId: "r007" })),
    requestAgain: change(
      ({ analyses }, { complete }) => analyses.requestAgain({ user, analysisId: complete }),
      ({ d1 }) => d1.prepare("update analyses set race_data_version = 0 where race_id = 'r006'").run(),
    ),
    list: read(({ analyses }) => analyses.list({ user, offset: 0 })),
    listDeleted: read(({ analyses }) => analyses.listDeleted({ user, offset: 0, limit: 10 })),
    find: read(({ analyses }, { complete }) => analyses.find({ user, analysisId: complete })),
    remove: change(({ analyses }, { shared }) => analyses.remove({ user, analysisId: shared })),
    wasRemoved: read(({ analyses }, { shared }) => analyses.wasRemoved({ user, analysisId: shared })),
    confirm: change(({ analyses }) => analyses.confirm({ user })),
  },
  ownRecords: {
    // Keeps the figures that it has counted.
    readView: change(({ ownRecords }, { modelId }) => ownRecords.readView({ user, modelId, filter: ALL_OF_RECORD })),
    readAnswers: read(({ ownRecords }, { modelId }) => ownRecords.readAnswers({ user, modelId })),
    readYear: read(({ ownRecords }) => ownRecords.readYear({ user, year: 2026 })),
    readDuel: read(({ ownRecords }) => ownRecords.readDuel({ user: sessionUser })),
    exportRecord: read(({ ownRecords }) => ownRecords.exportRecord({ user, modelId: null, format: "csv" })),
  },
  days: {
    readPlan: read(({ days }, { modelId }) => days.readPlan({ user: sessionUser, date: TODAY, modelId })),
    exportIndices: read(({ days }) => days.exportIndices({ user, date: TODAY })),
    exportTargetIndex: read(({ days }, { modelId }) => days.exportTargetIndex({ user, date: TODAY, modelId })),
    confirm: change(({ days }, facts) => days.confirm(dayForm(facts))),
    stop: change(
      ({ days }, { modelId }) => days.stop({ user, date: TODAY, modelId }),
      ({ services }, facts) => services.days.confirm(dayForm(facts)),
    ),
    readBoard: read(({ days }, { modelId }) => days.readBoard({ user: sessionUser, date: TODAY, modelId })),
  },
  fans: {
    saveOnCard: change(({ fans }) =>
      fans.saveOnCard({ user, raceId: RACE, horseId: "h2", mark: "rival", note: "待つ" }),
    ),
    saveNote: change(({ fans }) => fans.saveNote({ user, horseId: HORSE, note: "弱い" })),
    setFavourite: change(({ fans }) => fans.setFavourite({ user, horseId: HORSE, isFavourite: false })),
    readHorse: read(({ fans }) => fans.readHorse({ user, horseId: HORSE })),
    listFavourites: read(({ fans }) => fans.listFavourites({ user })),
    setFollow: change(async (services, { modelId }) => {
      await services.models.publish({ user, modelId, publication: "count" });
      return services.fans.setFollow({ user, code: encodeShareId(modelId), isFollowed: true });
    }),
    listFollowing: read(({ fans }) => fans.listFollowing({ user })),
    setCalendar: change(({ fans }) => fans.setCalendar({ user, isOn: true })),
    readCalendar: read(async ({ fans }, _facts, { deps }) => {
      const address = await calendarAddress(deps, { userId: user.id, key: "none" });
      return fans.readCalendar({ code: address.slice(address.lastIndexOf("/") + 1, -".ics".length) });
    }),
  },
  leagues: {
    list: read(({ leagues }) => leagues.list({ user })),
    create: change(({ leagues }, { modelId }) => leagues.create({ user, ...LEAGUE, modelId })),
    readInvitation: read(({ leagues }) => leagues.readInvitation({ user, token: "none" })),
    join: change(async ({ leagues }, { modelId }) => {
      const created = await leagues.create({ user, ...LEAGUE, modelId });
      const invited = await leagues.invite({ user, id: idOf(created) });
      return leagues.join({ user, token: invited.kind === "invited" ? invited.token : "", modelId });
    }),
    read: read(async ({ leagues }) => leagues.read({ user, id: "none" })),
    chooseModel: change(async ({ leagues }, { modelId }) => {
      const created = await leagues.create({ user, ...LEAGUE, modelId });
      return leagues.chooseModel({ user, id: idOf(created), modelId });
    }),
    invite: again(async ({ leagues }, { modelId }) =>
      leagues.invite({ user, id: idOf(await leagues.create({ user, ...LEAGUE, modelId })) }),
    ),
    revokeInvitation: change(async ({ leagues }, { modelId }) =>
      leagues.revokeInvitation({ user, id: idOf(await leagues.create({ user, ...LEAGUE, modelId })) }),
    ),
    leave: change(async ({ leagues }, { modelId }) =>
      leagues.leave({ user, id: idOf(await leagues.create({ user, ...LEAGUE, modelId })) }),
    ),
  },
  home: { read: read(({ home }) => home.read({ user: sessionUser })) },
  notifications: {
    readChoices: read(({ notifications }) => notifications.readChoices({ user })),
    saveChoices: change(({ notifications }) =>
      notifications.saveChoices({ user, byMail: ["rankings-out"], byPush: [] }),
    ),
    readStop: read(({ notifications }) => notifications.readStop({ code: "1.model-ready.x" })),
    stopByCode: change(async ({ notifications }, _facts, { deps }) => {
      const address = await stopAddress(deps, { userId: 1, kind: "model-ready" });
      return notifications.stopByCode({ code: new URL(address).searchParams.get("code") ?? "" });
    }),
    addDevice: change(({ notifications }) =>
      notifications.addDevice({
        ...{ user, replaces: null },
        subscription: { endpoint: "https://updates.push.services.mozilla.com/wpush/2", p256dh: "p", auth: "a" },
      }),
    ),
    removeDevice: change(({ notifications }, { deviceId }) => notifications.removeDevice({ user, id: deviceId })),
  },
  rankings: {
    read: read(({ rankings }) => rankings.read({ ranking: "weekly" })),
    listOwn: read(({ rankings }) => rankings.listOwn({ user })),
    list: read(({ rankings }) => rankings.list()),
    readVersion: read(({ rankings }) => rankings.readVersion()),
    readFile: read(({ rankings }) => rankings.readFile()),
  },
  crowd: {
    read: read(({ crowd }) => crowd.read({ user, raceId: "none" })),
    findNewest: read(({ crowd }) => crowd.findNewest()),
    isOffered: read(({ crowd }) => crowd.isOffered({ race: { venueType: 1, surface: "turf" } })),
    readShared: read(({ crowd }) => crowd.readShared({ raceId: "none" })),
    sealProofOfCrowd: read(({ crowd }) => crowd.sealProofOfCrowd({ raceId: "none" })),
    isKeptOut: read(({ crowd }) => crowd.isKeptOut({ user, modelId: 1 })),
    keepOut: change(({ crowd }) => crowd.keepOut({ user, modelId: 1, isKeptOut: true })),
  },
  season: {
    read: read(({ season }) => season.read()),
    listOwn: read(({ season }) => season.listOwn({ user, buildId: "none" })),
  },
  seal: {
    sealProofOfForecast: read(({ seal }) => seal.sealProofOfForecast({ user, modelId: 1, raceId: "none" })),
    sealProofOfOwn: read(({ seal }, { shared }) => seal.sealProofOfOwn({ user, analysisId: shared })),
    sealProofOfShare: read(({ seal }, { shared }) => seal.sealProofOfShare({ shareId: encodeShareId(shared) })),
    readRootsVersion: read(({ seal }) => seal.readRootsVersion()),
    readRootsText: read(async ({ seal }) => {
      for await (const part of seal.readRootsText()) if (part === "") throw new Error("an empty part");
    }),
    readRecent: read(({ seal }) => seal.readRecent({ limit: 10 })),
    verifyCode: read(({ seal }, { shared }) => seal.verifyCode({ code: encodeShareId(shared) })),
    verifyFile: read(({ seal }) => seal.verifyFile({ text: "{}" })),
  },
  sharing: {
    share: change(({ sharing }, { complete }) => sharing.share({ user, analysisId: complete })),
    unshare: change(({ sharing }, { shared }) => sharing.unshare({ user, analysisId: shared })),
    find: read(({ sharing }, { shared }) => sharing.find({ shareId: encodeShareId(shared) })),
    resolve: read(({ sharing }, { shared }) => sharing.resolve({ reference: encodeShareId(shared) })),
    report: again(({ sharing }, { shared }) =>
      sharing.report({ ...FROM, kind: "analysis", code: encodeShareId(shared), reason: "name" }),
    ),
  },
  limits: {
    consumeCall: again(({ limits }) => limits.consumeCall({ user, door: "models" })),
    consumePublicCall: again(({ limits }) => limits.consumePublicCall({ ...FROM, door: "share-image" })),
    consumeCodeTry: again(({ limits }) => limits.consumeCodeTry(FROM)),
    returnCodeTry: again(({ limits }) => limits.returnCodeTry({ ...FROM, takenAt: 1 })),
  },
  plans: {
    read: read(({ plans }) => plans.read({ user })),
    preview: read(({ plans }) => plans.preview({ user, plan: 5 })),
    change: change(({ plans }) => plans.change({ user, plan: 5 })),
    checkout: change(({ plans }) => plans.checkout({ user: OTHER, plan: 3 })),
    cancel: change(({ plans }) => plans.cancel({ user })),
    portal: read(({ plans }) => plans.portal({ user })),
    refresh: change(({ plans }) => plans.refresh({ user })),
    findPlanOfPrice: read(({ plans }) => plans.findPlanOfPrice({ priceId: "plan_3" })),
  },
  webhooks: {
    receive: change(async ({ webhooks }, _facts, { billing, deps }) => {
      const [event] = billing.world.events.slice(-1);
      if (event === undefined) throw new Error("no event");
      const body = webhookBody(event);
      return webhooks.receive({ body, signature: signBody(body, ["whsec_table"], deps.now()) });
    }, renewal),
  },
  jobHealth: {
    readHealth: read(({ jobHealth }) => jobHealth.readHealth()),
    listDevMails: read(({ jobHealth }) => jobHealth.listDevMails()),
  },
  staff: {
    find: read((services, { staffToken }) => services.staff.find({ token: staffToken })),
    confirm: again(async (services, { staffToken }, site) =>
      services.staff.confirm({ token: staffToken, code: await codeOfStaff(site) }),
    ),
    beginPasskeySignIn: again(
      (services) => services.staff.beginPasskeySignIn({ staff }),
      passkeyOf(STAFF.id, { opensConsole: 1 }),
    ),
    confirmByPasskey: again(
      async (services, { staffToken }, site) => {
        const asked = await services.staff.beginPasskeySignIn({ staff });
        const answer = authenticator.sign(askedBy(site, asked?.challenge ?? ""));
        return services.staff.confirmByPasskey({ token: staffToken, answer });
      },
      passkeyOf(STAFF.id, { opensConsole: 1 }),
    ),
    leave: change((services, { staffToken }) => services.staff.leave({ token: staffToken })),
  },
  console: {
    readStatus: read((services) => services.console.readStatus()),
    listImports: read((services) => services.console.listImports()),
    readImport: read((services) => services.console.readImport({ importId: 1 })),
    previewUndo: read((services) => services.console.previewUndo({ importId: 1 })),
    undoImport: change((services) => services.console.undoImport({ staff, importId: 2, reason }), keptImport),
    readSiteBanner: read((services) => services.console.readSiteBanner()),
    setSiteBanner: again((services, _facts, { deps }) =>
      services.console.setSiteBanner({ staff, reason, kind: "delay", text: "遅れています", until: deps.now() + 3600 }),
    ),
    endSiteBanner: again((services) => services.console.endSiteBanner({ staff, reason })),
    rerunJob: change((services) => services.console.rerunJob({ staff, jobId: "failed", reason }), failedJob),
    listActions: read((services) => services.console.listActions()),
    listAlarms: read((services) => services.console.listAlarms()),
    listReports: read((services) => services.console.listReports()),
    closeReport: change(
      (services) => services.console.closeReport({ staff, kind: "model", subjectId: 1, reason: "name", words: reason }),
      openReport,
    ),
    findUsers: again((services) => services.console.findUsers({ staff, text: emailOf(1) })),
    openUser: again((services) => services.console.openUser({ staff, userId: 1 })),
    readAddress: again((services) => services.console.readAddress({ staff, userId: 1, reason })),
    signUserOut: again((services) => services.console.signUserOut({ staff, userId: 1, reason })),
    endUserSecondFactor: again(
      (services) => services.console.endUserSecondFactor({ staff, userId: 1, reason }),
      secondFactorOn,
    ),
    setNameHidden: change((services) => services.console.setNameHidden({ staff, userId: 1, isHidden: true, reason })),
  },
};
