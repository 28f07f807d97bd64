import * as events from "#app/db/notices/event-notices.server.ts";
import * as choices from "#app/db/notices/notice-choices.server.ts";
import * as looks from "#app/db/notices/notice-looks.server.ts";
import * as notices from "#app/db/notices/notices.server.ts";
import * as subscriptions from "#app/db/notices/push-subscriptions.server.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const user = { userId: 1 };
const kind = "model-ready" as const;
const words = { day: "2026-11-21", title: "title", body: "body", path: "/" };

const page = { day: words.day, after: 0, limit: 1 };

export const NOTICE_CALLS = {
  "app/db/notices/event-notices.server.ts": {
    // In the batch of completeTraining.
    insertModelNotice: null,
    // In the batch of saveBuild.
    insertRankingNotices: null,
    // In the batch of beginDay.
    insertRootNotices: null,
    insertWeightsNotice: ({ db }) =>
      events.insertWeightsNotice(db, { analysisId: 1, title: "t", body: "b", path: "/", day: words.day, now: NOW }),
    listEnteredFavourites: ({ db }) => events.listEnteredFavourites(db, { ...page, now: NOW }),
    listSettledDays: async ({ db }) => {
      for (const isLate of [true, false]) await events.listSettledDays(db, { ...page, since: 0, isLate });
    },
  } satisfies Calls<typeof events>,
  "app/db/notices/notice-looks.server.ts": {
    noteLook: ({ db }) => looks.noteLook(db, { summary: "x", at: "y" }),
    readLooks: ({ db }) => looks.readLooks(db),
  } satisfies Calls<typeof looks>,
  "app/db/notices/notice-choices.server.ts": {
    isKindWanted: ({ db }) => choices.isKindWanted(db, { kind }),
    readSettings: ({ db }) => choices.readSettings(db, user),
    saveChoices: async ({ db }) => {
      await choices.saveChoices(db, { ...user, choices: [{ kind, byMail: true }], now: NOW });
      await choices.saveChoices(db, { ...user, choices: [{ kind, byMail: true, byPush: true }], now: NOW });
    },
    stopMails: ({ db }) => choices.stopMails(db, { userId: 9, kind, now: NOW }),
  } satisfies Calls<typeof choices>,
  "app/db/notices/notices.server.ts": {
    bookDeliveries: async ({ db }) => {
      const drafts = ["1", "2"].map((event) => ({ ...user, kind, event, ...words }));
      await notices.insertNotices(db, { drafts, dueAt: NOW, now: NOW });
      for (const mayPush of [true, false]) await notices.bookDeliveries(db, { now: NOW, limit: 1, mayPush });
    },
    deleteOldNotices: ({ db }) => notices.deleteOldNotices(db, { before: 1 }),
    findWantedNotice: async ({ db }) => {
      for (const channel of ["byMail", "byPush"] as const)
        await notices.findWantedNotice(db, { noticeId: 1, channel, now: NOW });
    },
    insertNotices: null,
    notePushed: ({ db }) => notices.notePushed(db, { noticeId: 1, now: NOW }),
    // A part of statements of other modules.
    noticeRow: null,
  } satisfies Calls<typeof notices>,
  "app/db/notices/push-subscriptions.server.ts": {
    // In the log-out of a session, and of all.
    deleteDeviceOfSession: null,
    deleteDevicesOfUser: null,
    removeSubscription: async ({ db }) => {
      for (const device of [{ id: 1 }, { endpoint: "https://push.example.net/1" }])
        await subscriptions.removeSubscription(db, { ...user, ...device });
    },
    saveSubscription: ({ db }) => {
      const subscription = { endpoint: "https://push.example.net/2", p256dh: "p", auth: "a" };
      return subscriptions.saveSubscription(db, { ...user, subscription, replaces: null, limit: 1, now: NOW });
    },
    countTimeout: ({ db }) => subscriptions.countTimeout(db, { ...user, id: 1 }),
    clearTimeouts: ({ db }) => subscriptions.clearTimeouts(db, { ...user, id: 1 }),
    listSubscriptions: ({ db }) => subscriptions.listSubscriptions(db, user),
    // In the settings and in the list above.
    selectSubscriptions: null,
  } satisfies Calls<typeof subscriptions>,
};
