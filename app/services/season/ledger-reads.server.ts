import type { Database } from "#app/db/database.server.ts";
import { type LedgerRace, readLedgerRaces } from "#app/db/rankings/ledger.server.ts";

/** 150 races and 2,000 runners; a message has a thousand queries. */
const DAYS_PER_READ = 4;

/** Some days at a time. */
export async function* readLedger(
  db: Database,
  dates: Iterable<string>,
  yieldAndRenewLease: () => Promise<void>,
): AsyncGenerator<{ dates: string[]; races: LedgerRace[] }> {
  const left = [...dates];
  while (left.length > 0) {
    const read = left.splice(0, DAYS_PER_READ);
    yield { dates: read, races: await readLedgerRaces(db, read) };
    await yieldAndRenewLease();
  }
}
