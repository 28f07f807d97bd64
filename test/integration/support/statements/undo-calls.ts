import * as keptRaces from "#app/db/racing/undo/kept-races.server.ts";
import * as undoChunks from "#app/db/racing/undo/undo-chunks.server.ts";
import * as undoRequests from "#app/db/racing/undo/undo-requests.server.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const step = { importId: 9, undoes: 8, chunk: 0 };

export const UNDO_CALLS = {
  "app/db/racing/undo/kept-races.server.ts": {
    countKept: ({ db }) => keptRaces.countKept(db, 9),
    dropKept: ({ db }) => keptRaces.dropKept(db, 9),
    dropMoved: ({ db }) => keptRaces.dropMoved(db, { importId: 9, limit: 1 }),
    // In the batches of applyChunk.
    keepNew: null,
    keepRaces: null,
    listExpired: ({ db }) => keptRaces.listExpired(db, { before: NOW }),
    listKept: ({ db }) => keptRaces.listKept(db, { importId: 9, after: "", limit: 1 }),
    listObstacles: ({ db }) => keptRaces.listObstacles(db, { importId: 9, limit: 1 }),
    setBeforeParts: ({ db }) => keptRaces.setBeforeParts(db, { importId: 9, parts: 1 }),
    standsAsLeft: null,
  } satisfies Calls<typeof keptRaces>,
  "app/db/racing/undo/undo-chunks.server.ts": {
    removeBrought: ({ db }) => undoChunks.removeBrought(db, step, { offset: 0, limit: 1 }),
    restoreRaces: ({ db }) => undoChunks.restoreRaces(db, step, { columns: keptRaces.KEPT_COLUMNS, races: "[]" }),
  } satisfies Calls<typeof undoChunks>,
  "app/db/racing/undo/undo-requests.server.ts": {
    findUndo: ({ db }) => undoRequests.findUndo(db, 9),
    insertUndo: ({ db }) =>
      undoRequests.insertUndo(db, {
        ...{ importId: 9, now: NOW },
        entry: { at: NOW, staffId: 1, action: "import.undone", subject: "import:9", reason: "" },
      }),
  } satisfies Calls<typeof undoRequests>,
};
