import * as favouriteHorses from "#app/db/fans/favourite-horses.server.ts";
import * as horseMarks from "#app/db/fans/horse-marks.server.ts";
import * as horseNotes from "#app/db/fans/horse-notes.server.ts";
import * as horses from "#app/db/fans/horses.server.ts";
import type * as shownHorses from "#app/db/fans/shown-horses.server.ts";
import type { Calls } from "./calls.ts";

const horse = { userId: 1, raceId: "r1", horseId: "h1" };
const days = { today: "2026-11-21", lastDay: "2026-11-21", now: 1_700_000_000 };

export const FAN_CALLS = {
  "app/db/fans/favourite-horses.server.ts": {
    listFavourites: ({ db }) => favouriteHorses.listFavourites(db, { userId: 1, ...days }),
    writeFavourite: async ({ db }) => {
      for (const isFavourite of [true, false])
        await favouriteHorses.writeFavourite(db, { ...horse, ...days, isFavourite, limit: 1 });
    },
  } satisfies Calls<typeof favouriteHorses>,
  "app/db/fans/horse-marks.server.ts": {
    // In the batch of readRaceCard.
    selectRaceMarks: null,
    writeMark: async ({ db }) => {
      for (const mark of ["rival", null, undefined] as const)
        await horseMarks.writeMark(db, { ...horse, ...days, mark });
    },
  } satisfies Calls<typeof horseMarks>,
  "app/db/fans/horse-notes.server.ts": {
    // In the batch of readRaceCard.
    selectRaceNotes: null,
    writeNote: async ({ db }) => {
      for (const note of ["note", ""]) await horseNotes.writeNote(db, { ...horse, ...days, note, limit: 1 });
      await horseNotes.writeNote(db, { ...horse, ...days, raceId: null, note: "note", limit: 1 });
    },
  } satisfies Calls<typeof horseNotes>,
  "app/db/fans/horses.server.ts": {
    readHorse: ({ db }) => horses.readHorse(db, { ...horse, ...days }),
  } satisfies Calls<typeof horses>,
  "app/db/fans/shown-horses.server.ts": {
    // In the statements of notes and favourites.
    selectShown: null,
  } satisfies Calls<typeof shownHorses>,
};
