/**
 * A part of the damaged input: prints the outcomes, or fails with the seed of the first one that is not reported as it should be.
 *
 * node --import tsx mutations-part.ts PART COUNT SEED
 */

import { createImportSite } from "#test/integration/support/imports/import-site.ts";
import { checkMutatedFiles } from "#test/integration/support/imports/mutated-files.ts";
import { checkMutatedTables } from "#test/unit/imports/support/mutated-tables.ts";
import { checkMutatedRecords } from "#test/unit/jv-data/mutated-days.ts";

export type MutationPart = "records" | "tables" | "files";

export interface PartFigures {
  count: number;
  refused: number;
  /** Races made, tables read, sets stored. */
  taken: number;
  seconds: number;
}

const [part, ...numbers] = process.argv.slice(2);
const [count = 0, seed = 0] = numbers.map(Number);
const start = performance.now();
const counts = await check();
const seconds = Math.round((performance.now() - start) / 1000);
console.log(JSON.stringify({ count, ...counts, seconds } satisfies PartFigures));
process.exit();

async function check(): Promise<Pick<PartFigures, "refused" | "taken">> {
  if (part === "records") {
    const { refused, made } = checkMutatedRecords({ count, seed });
    return { refused, taken: made };
  }
  if (part === "tables") return checkMutatedTables({ count, seed });
  await using site = await createImportSite();
  return await checkMutatedFiles(site, { count, seed });
}
