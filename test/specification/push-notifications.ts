import type { Proofs } from "./proofs.ts";

/** Notifications pushed to browsers (app/services/notifications/README.md). */
export const proofs: Proofs = {
  "Web Push: standard VAPID and payload encryption by a kept library that runs in workerd":
    "integration/notifications/push-sender: workerd sends a notification that the device alone can read",
  "Outcomes: delivered, gone is deleted, later is tried again, refused is logged": [
    "integration/notifications/push-notifications: a browser that has withdrawn the permission is forgotten, the others get the notification",
    "integration/notifications/push-notifications: a browser that could not be reached is tried again when its service says, and the reached ones get nothing twice",
    "integration/notifications/push-notifications: what a service refuses for good is logged without the browser's address, and not tried again",
  ],
  "Endpoints: https at public hosts only, no redirect, a time limit": [
    "unit/notifications/push-keys: the site posts nothing to",
    "integration/notifications/push-sender: redirects are not followed",
  ],
  "Settings: the permission is asked, and a service worker registered, after a tap there only":
    "e2e/journeys/notifications/push: a fan turns notifications on after a tap, gets one that opens its page, and turns them off",
  "The service worker is for that and an offline page only":
    "e2e/journeys/notifications/push: without a network the service worker has a page of its own and keeps nothing",
  "Devices: ten a user, of the account that turned them on last, removed without script, ended by log-out": [
    "integration/notifications/push-devices: a user has ten devices at most, also of fifty at once; one that is known may come again, and one may be exchanged",
    "integration/notifications/push-devices: a browser that another account turns on is that account's",
    "e2e/journeys/notifications/push: a log-out ends the notifications on its device, and the next account turns them on for itself",
  ],
};
