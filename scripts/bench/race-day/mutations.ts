import { createImportSite } from "#test/integration/support/imports/import-site.ts";
import { checkMutatedFiles } from "#test/integration/support/imports/mutated-files.ts";
import { checkMutatedTables } from "#test/unit/imports/support/mutated-tables.ts";
import { checkMutatedRecords } from "#test/unit/jv-data/mutated-days.ts";

const RECORDS = 100_000;
const OPEN_CSV_LINES = 2500;
const TABLE_LINES = 2500;

/** The tests of damaged input, with other seeds and in the whole amount. @throws at the first that is not told as it should be */
export async function checkMutations(seed: number, say: (line: string) => void): Promise<void> {
  const records = checkMutatedRecords({ count: RECORDS, seed });
  say(
    `${RECORDS} damaged records: ${records.refused} refused by line and field, ${records.made} races made all the same`,
  );
  const tables = await checkMutatedTables({ count: TABLE_LINES, seed });
  say(`${TABLE_LINES} damaged lines of tables: ${tables.refused} refused, ${tables.taken} made into sound rows`);
  await using site = await createImportSite();
  const files = await checkMutatedFiles(site, { count: OPEN_CSV_LINES, seed });
  say(`${OPEN_CSV_LINES} damaged lines of open CSV: ${files.refused} sets refused whole, ${files.taken} taken`);
}
