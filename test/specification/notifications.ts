import type { Proofs } from "./proofs.ts";

/** What users are told, and how they choose and stop it (app/services/notifications/README.md). */
export const proofs: Proofs = {
  "/settings/notices: each kind is off until chosen, switchable by channel, without script, sent twice once": [
    "integration/notifications/choices: everything is off until it is chosen, and what is not ticked is off again",
    "integration/notifications/notification-pages: choices are saved by a form without script, also sent twice, and stopped by a mail's link and its button",
  ],
  "An event is one notification by the chosen channels, however often, at once or interrupted it is found and delivered":
    [
      "integration/notifications/outbox: an event queued again, and by many at once, is one notification and one mail",
      "integration/notifications/events: a training that ends twice, and concurrently, notifies its owner once",
    ],
  "馬体重の発表: who waited for body weights is told once a day, as the first race can be made":
    "integration/analyses/day-scoring: an owner who waited for body weights is notified once a day, when the first race can be analysed",
  "レースの結果: one summary a day, of races analysed before their start, from 17:00, at the latest at 22:00": [
    "integration/notifications/summaries: results are one notification a day, when all of the user's races are settled and it is five",
    "integration/notifications/summaries: at ten in the evening, and until the next noon, a notification states what is settled without waiting for the rest",
  ],
  "お気に入りの馬の出走: one summary a day from 8:00, of races that have not started, ten horses by name": [
    "integration/notifications/summaries: favourites that run today are one notification from eight in the morning on, however often it is looked",
    "integration/notifications/summaries: a card that comes later is announced then; races that have started, and horses that do not start, are not",
  ],
  "Imported history and the sample tell nobody":
    "integration/notifications/summaries: imported history and the sample tell nobody: only today's card and the last day's results are news",
  "Mails of notifications have List-Unsubscribe and One-Click; the link needs no log-in and a visit stops nothing; only that post is exempt from the cross-site rule":
    [
      "integration/notifications/outbox: a notification's mail says it in text and HTML, and how it is stopped; nothing of it becomes markup",
      "integration/notifications/one-click-stop: a mail program's post stops mails of this kind at once, also from another site and many times",
      "integration/notifications/one-click-stop: only this post is free of the rule against cross-site requests",
    ],
  "Choices, browsers and notifications are in the export and go with the account": [
    "integration/notifications/outbox: an account's deletion takes choices, browsers, notifications and their jobs, and nothing is queued for it afterwards",
    "integration/accounts/account-erasure: after an account's deletion nothing a user typed is left in D1, R2 or at Stripe",
  ],
};
