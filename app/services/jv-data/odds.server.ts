import { deleteOdds, listOddsKeys, listRacesWithManyOdds, storeOdds } from "#app/db/racing/odds.server.ts";
import { keptOrders, MOST_KEPT } from "#app/domain/jv-data/odds/kept-odds.ts";
import { compareOdds, type StoredOdds, storedOddsOf } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { slotOfRaceId } from "#app/domain/jv-data/race-slot.ts";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { Delivered } from "./delivery.server.ts";
import { countOutcome, type RecordsReport } from "./records-report.ts";

/** Limits of one statement's rows: trifecta odds are the longest. */
const ROWS_AT_ONCE = 150;
const LENGTH_AT_ONCE = 1_000_000;
const WHOLE_DAYS = 2;
const THINNED_DAYS = 30;
const RACES_AT_ONCE = 40;

/** Idempotent and order-independent. Changes no race, data version or feature. */
export async function applyOdds(deps: Deps, delivered: readonly Delivered[], report: RecordsReport): Promise<void> {
  const now = deps.now();
  for (const rows of batches(delivered)) {
    const { before, written } = await storeOdds(deps.db, { rows: greatest(rows), now });
    const isWritten = new Set(written.map(keyOf));
    const newest = new Map(before.map((odds) => [pairOf(odds), odds]));
    for (const row of rows) {
      const present = newest.get(pairOf(row));
      const order = present === undefined ? 1 : compareOdds(row, present);
      if (order > 0) newest.set(pairOf(row), row);
      const outcome =
        present === undefined
          ? "added"
          : order > 0
            ? "replaced"
            : order === 0
              ? "unchanged"
              : isWritten.has(keyOf(row)) && row.order < present.order
                ? "added"
                : "older";
      const isTied = order !== 0 && row.order === present?.order;
      const notice = isTied ? `two ${row.kind} records of one moment differ: the greater was kept` : null;
      countOutcome(report, { outcome, notice }, row.raceId);
    }
  }
  // Older races keep only some odds, so that years need no more memory than days.
  const oldest = dayOf(addDays(japanDay(now), -WHOLE_DAYS));
  const raceIds = new Set(delivered.map(({ record }) => record.identity.id).filter((raceId) => raceId < oldest));
  await thinOdds(deps, [...raceIds]);
}

function* batches(delivered: readonly Delivered[]): Generator<StoredOdds[]> {
  let rows: StoredOdds[] = [];
  let length = 0;
  for (const { record } of delivered) {
    const row = storedOddsOf(record);
    if (rows.length === ROWS_AT_ONCE || length + row.odds.length > LENGTH_AT_ONCE) {
      yield rows;
      rows = [];
      length = 0;
    }
    rows.push(row);
    length += row.odds.length;
  }
  if (rows.length > 0) yield rows;
}

/** Hourly: thins the odds history of finished races. */
export async function thinOldOdds(deps: Deps): Promise<void> {
  const today = japanDay(deps.now());
  const raceIds = await listRacesWithManyOdds(deps.db, {
    from: addDays(today, -THINNED_DAYS),
    before: addDays(today, -WHOLE_DAYS),
    most: MOST_KEPT,
    limit: RACES_AT_ONCE,
  });
  await thinOdds(deps, raceIds);
}

/** Skips races without a known start. */
async function thinOdds(deps: Deps, raceIds: readonly string[]): Promise<void> {
  for (let from = 0; from < raceIds.length; from += RACES_AT_ONCE) {
    const slots = raceIds.slice(from, from + RACES_AT_ONCE).map((raceId) => ({ raceId, ...slotOfRaceId(raceId) }));
    const { keys, starts } = await listOddsKeys(deps.db, slots);
    const gone = slots.flatMap(({ raceId, date }) => {
      const startTime = starts.find((start) => start.raceId === raceId)?.startTime ?? null;
      if (startTime === null) return [];
      return ODDS_KINDS.flatMap((kind) => {
        const ofKind = keys.filter((key) => key.raceId === raceId && key.kind === kind);
        const orders = ofKind.map(({ order }) => order);
        const kept = keptOrders(orders, { date, startTime });
        return ofKind.filter(({ order }) => !kept.has(order));
      });
    });
    if (gone.length > 0) await deleteOdds(deps.db, gone);
  }
}

/** The greater of two at one moment. */
function greatest(rows: readonly StoredOdds[]): StoredOdds[] {
  return [...new Map(rows.toSorted(compareOdds).map((row) => [keyOf(row), row])).values()];
}

const dayOf = (day: string): string => day.replaceAll("-", "");
const pairOf = ({ raceId, kind }: Pick<StoredOdds, "raceId" | "kind">): string => `${raceId} ${kind}`;
const keyOf = (key: Pick<StoredOdds, "raceId" | "kind" | "order">): string => `${pairOf(key)} ${key.order}`;
