import { expect, test } from "vitest";
import { NOTIFICATION_KINDS } from "#app/domain/notifications.ts";
import { readChoices, saveChoices } from "#app/services/notifications/notification-choices.server.ts";
import { createNotificationSite } from "#test/integration/support/notification-site.ts";

const user = { id: 1, plan: 1 };

test("everything is off until it is chosen, and what is not ticked is off again", async () => {
  await using site = await createNotificationSite({ isPushOffered: true });
  const on = async () => {
    const { choices } = await readChoices(site.deps, { user });
    expect(choices.map(({ kind }) => kind)).toEqual(NOTIFICATION_KINDS);
    return choices.filter(({ byMail, byPush }) => byMail || byPush);
  };
  expect(await on()).toEqual([]);
  await saveChoices(site.deps, { user, byMail: ["model-ready"], byPush: ["model-ready", "weights-out"] });
  expect(await on()).toEqual([
    { kind: "weights-out", byMail: false, byPush: true },
    { kind: "model-ready", byMail: true, byPush: true },
  ]);
  await saveChoices(site.deps, { user, byMail: ["race-settled"], byPush: [] });
  expect(await on()).toEqual([{ kind: "race-settled", byMail: true, byPush: false }]);
  expect((await readChoices(site.deps, { user: { id: 2, plan: 1 } })).choices).toEqual(
    NOTIFICATION_KINDS.map((kind) => ({ kind, byMail: false, byPush: false })),
  );
});

test("sent twice, and at once, it is stored once and as the first time", async () => {
  await using site = await createNotificationSite();
  const save = () => saveChoices(site.deps, { user, byMail: ["race-settled"], byPush: [] });
  await Promise.all(Array.from({ length: 6 }, save));
  site.deps.clock.now += 60;
  await save();
  const rows = await site.rows<{ chosen_at: number }>("select chosen_at from notification_choices");
  expect(rows.map(({ chosen_at }) => chosen_at)).toEqual(NOTIFICATION_KINDS.map(() => site.deps.clock.now - 60));
});

test("a channel that is not offered stays as it is", async () => {
  await using site = await createNotificationSite();
  await site.choose(1, "race-settled", { byMail: false, byPush: true });
  await saveChoices(site.deps, { user, byMail: ["race-settled"], byPush: [] });
  const { choices, isPushOffered } = await readChoices(site.deps, { user });
  expect(isPushOffered).toBe(false);
  expect(choices[2]).toEqual({ kind: "race-settled", byMail: true, byPush: true });
});

test("changes are limited like those of the profile", async () => {
  await using site = await createNotificationSite();
  const save = () => saveChoices(site.deps, { user, byMail: [], byPush: [] });
  const kinds = (await Promise.all(Array.from({ length: 31 }, save))).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "refused")).toHaveLength(1);
});
