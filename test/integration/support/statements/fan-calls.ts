import * as horseMarks from "#app/db/fans/horse-marks.server.ts";
import * as horseNotes from "#app/db/fans/horse-notes.server.ts";
import type { Calls } from "./calls.ts";

const horse = { userId: 1, raceId: "r1", horseId: "h1" };
const days = { today: "2026-11-21", lastDay: "2026-11-21", now: 1_700_000_000 };

export const FAN_CALLS = {
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
};
