import { expect, test } from "vitest";
import { createImportSite } from "#test/integration/support/imports/import-site.ts";
import { checkMutatedFiles } from "#test/integration/support/imports/mutated-files.ts";

// The whole amount: npm run bench -- --mutations
test("a set of which a line is damaged is refused whole, by file, line and field, or taken as it is written", async () => {
  await using site = await createImportSite();
  const { refused, taken } = await checkMutatedFiles(site, { count: 30, seed: 1 });
  expect(refused).toBeGreaterThan(5);
  expect(taken).toBeGreaterThan(0);
});
