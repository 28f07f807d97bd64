import { expect, test } from "vitest";
import { setNameHidden } from "#app/services/operations/user-files.server.ts";
import { build, createWeekend, readStanding } from "#test/integration/support/rankings/ranking-site.ts";

test("hidden names leave the standing rankings at once, stay out of later counts, and come back with the next one", async () => {
  await using site = await createWeekend();
  await build(site);
  const names = async () =>
    (await readStanding(site, "weekly"))?.rank.map((entry) => [entry.user_name, entry.model_name]);
  const shown = await names();
  expect(shown?.[0]).toEqual(["user 1", "model 1"]);
  const hide = (isHidden: boolean) =>
    setNameHidden(site.deps, { staff: { id: 2 }, userId: 1, isHidden, reason: "通報 12" });
  expect(await hide(true)).toEqual({ kind: "changed" });
  expect(await hide(true)).toMatchObject({ reason: "same" });
  const hidden = [["非表示の名前", "非表示のモデル"], ...(shown ?? []).slice(1)];
  expect(await names()).toEqual(hidden);

  const again = async () => {
    await site.database.d1.prepare("update ranking_builds set ledger_state = ''").run();
    site.deps.clock.now += 60;
    await build(site);
  };
  await again();
  expect(await names()).toEqual(hidden);
  expect(await hide(false)).toEqual({ kind: "changed" });
  await again();
  expect(await names()).toEqual(shown);
  const { results } = await site.database.d1.prepare("select action, reason from audit_log order by id").all();
  expect(results).toEqual([
    { action: "user.name-hidden", reason: "通報 12" },
    { action: "user.name-shown", reason: "通報 12" },
  ]);
});
