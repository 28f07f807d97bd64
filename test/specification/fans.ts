import type { Proofs } from "./proofs.ts";

/** What a reader keeps about horses, and the page of a horse (app/services/fans/README.md). */
export const proofs: Proofs = {
  "Card: own mark ◎○▲△☆消 or none a horse, by a form without script, on choice with it, then 保存しました":
    "e2e/journeys/fans/own-marks: a fan marks a horse and notes what was seen, finds both again, and a note that is too long keeps its text",
  "Card: marks are locked from the second of the start, notes stay open: 発走したので、印は変えられません": [
    "integration/fans/own-entries: from the second of the start a mark stays as it is, and the note stays open",
    "e2e/journeys/fans/own-marks: after the start the mark stays and the note is open",
  ],
  "A form sent twice, or two at once, is stored once": [
    "integration/fans/own-entries: sent twice, and at once, it is stored once and as the first time",
    "integration/fans/own-entries: of two different choices at once one stands, and nothing is doubled",
  ],
  "Notes have 200 characters, are shown when the horse runs again, and 200文字以内にしてください keeps the text": [
    "unit/fans/own-entry-forms: a note has two hundred code points, without what turns text around, and keeps its lines",
    "integration/fans/own-entries: a race's other id sets the same mark, and a note is there when the horse runs again",
  ],
  "Limits: 2,000 notes, 200 favourites, 120 writes a minute, each in one statement": [
    "integration/fans/own-entries: a note beyond the limit is refused with its mark, also when many come at once; those there are can be changed",
    "integration/fans/own-entries: writes are limited per minute and user",
    "integration/fans/horse-page: a favourite is added and taken away, once however often it is sent, and never one too many",
  ],
  "Another user's marks, notes and favourites are never shown or changed; export and deletion have them": [
    "integration/fans/own-entries: another user's marks and notes are never shown or touched",
    "integration/fans/horse-page: marks, note and favourite are the reader's own, and the indices those of one of the reader's models",
    "integration/accounts/account-erasure: after an account's deletion nothing a user typed is left in D1, R2 or at Stripe",
  ],
  "/horses/{horseId}: profile, career, starts, own note, お気に入り, indices of own analyses; unknown: 404": [
    "integration/fans/horse-page: a horse's page has its starts, the newest first, its next race, and its facts as of the newest",
    "e2e/journeys/fans/horse-page: an unknown horse is a 404 with a way on",
  ],
  "/favourites: the reader's favourite horses, each with its next entry and the own note; linked from their pages":
    "integration/fans/horse-page: favourites are listed with the next entry and the own note, those that run first; other readers have their own",
};
