// @module-tag full
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { openEmptyState, openState } from "#scripts/backups/places.ts";
import { backUpAll, DAY } from "#test/integration/support/backups/restored-site.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Runs the command. @returns its exit code, and what it printed */
async function run(...args: string[]) {
  const command = path.join(ROOT, "scripts/backups/restore.ts");
  const child = spawn(process.execPath, ["--import", "tsx", command, ...args], { cwd: ROOT });
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  return { code, output: output.trim(), errors };
}

test("the command restores a stopped site's backup into a new state folder, names what is lost, and refuses all else", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "restore-"));
  const [bare, site, restored] = ["bare", "site", "restored"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  try {
    mkdirSync(path.join(bare, "v3", "r2"), { recursive: true });
    {
      await using place = await openEmptyState({ from: bare, into: site });
      const database = { ...place, db: openDatabase(place.d1) };
      for (const id of [1, 2, 3]) await insertUser(database.db, { id });
      for (const id of [1, 2]) {
        await insertModel(database.db, { id, artifactKey: `artifacts/${id}.json` });
        await place.store.put(`artifacts/${id}.json`, "{}");
      }
      await backUpAll(createTestDeps(database));
      await place.store.delete("artifacts/2.json");
    }
    expect(await run("--list", "--from", site)).toMatchObject({ code: 0, output: DAY });
    const restore = ["--from", site, "--into", restored, "--day"];
    writeFileSync(path.join(site, "owner"), String(process.pid));
    expect(await run(...restore, DAY)).toMatchObject({ code: 1, errors: expect.stringContaining("stop the site") });
    writeFileSync(path.join(site, "owner"), "");
    const { code, output } = await run(...restore, DAY);
    expect(output).toContain("lost: artifacts/2.json");
    expect(output).toMatch(/5 rows in \d+ tables restored in \d+ s, 0 left out, 1 objects lost$/);
    expect(code).toBe(1);
    {
      await using place = await openState(restored);
      const { results } = await place.d1.prepare("select id from users order by id").all();
      expect(results).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
      expect(await (await place.store.get("artifacts/1.json"))?.text()).toBe("{}");
    }
    expect(await run(...restore, DAY)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("has a store already"),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
