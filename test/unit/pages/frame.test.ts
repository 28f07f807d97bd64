import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { badgeOf, notificationsElsewhere } from "#app/components/frame/notifications.ts";
import { backPath, type PageHandle } from "#app/components/frame/page-handle.ts";
import { meta as tagsOf } from "#app/components/frame/page-meta.ts";
import { notificationsOf } from "#app/components/frame/viewer.ts";
import { MODEL_COMPLETE } from "#app/forms/messages.ts";
import { loader as readTop } from "#app/routes/_public._index.tsx";

/** Records are also of deleted models and of all models (`/models/all/record`), whose own page does not exist. */
const BACK_PAST_A_MISSING_PAGE: Record<string, string> = {
  "_app.models.$id.record.tsx": "/models",
  "_app.tickets._index.tsx": "/models/all/record",
  "_app.duel.tsx": "/models/all/record",
  "_app.leagues._index.tsx": "/rankings",
};

const ROUTES = path.resolve(import.meta.dirname, "../../../app/routes");

/** Pages of logged-in users: file, and a path it serves (`$id` → 3, without optional segments). */
function pages(): { file: string; address: string }[] {
  return readdirSync(ROUTES).flatMap((file) => {
    const match = /^_app\.(.+)\.tsx$/.exec(file);
    if (match?.[1] === undefined) return [];
    const parts = match[1]
      .split(".")
      .filter((part) => part !== "_index" && !part.startsWith("("))
      .map((part) => (part.startsWith("$") ? "3" : part.replace(/_$/, "")));
    return [{ file, address: `/${parts.join("/")}` }];
  });
}

test("every logged-in page's back button leads to its nearest existing ancestor, from the top level to /home", () => {
  const all = pages();
  expect(all.length).toBeGreaterThan(12);
  const addresses = new Set(all.map(({ address }) => address));
  for (const { file, address } of all) {
    if (address === "/home") continue;
    let nearest = address.slice(0, address.lastIndexOf("/"));
    while (nearest !== "" && !addresses.has(nearest)) nearest = nearest.slice(0, nearest.lastIndexOf("/"));
    const wanted = BACK_PAST_A_MISSING_PAGE[file] ?? (nearest === "" ? "/home" : nearest);
    const own = /handle: PageHandle(?:<typeof loader>)? = \{[^}]*back: "([^"]+)"/.exec(
      readFileSync(path.join(ROUTES, file), "utf8"),
    )?.[1];
    expect({ file, back: own ?? backPath(address) }).toEqual({ file, back: wanted });
  }
  expect(backPath("/home")).toBeNull();
  expect(backPath("/models/edit/3")).toBe("/models");
});

test("a tab has its own title with the loader's data, and the page's title after a failure", () => {
  const handle: PageHandle<() => { race: string }> = { title: "買い目", tabTitle: ({ race }) => `${race}の買い目` };
  const titleWith = (data: unknown) => {
    const args = { data, matches: [{ id: "page", handle }], location: { pathname: "/" } };
    return tagsOf(args as unknown as Parameters<typeof tagsOf>[0])?.find((tag) => "title" in tag);
  };
  expect(titleWith({ race: "中山11R" })).toEqual({ title: "中山11Rの買い目｜はちわく" });
  for (const data of [undefined, null]) expect(titleWith(data)).toEqual({ title: "買い目｜はちわく" });
});

test("the bell counts from 1 to 9, shows ! from 10 on and nothing at 0", () => {
  expect([0, 1, 9, 10, 250].map(badgeOf)).toEqual([null, "1", "9", "!", "!"]);
});

test("notifications are sorted newest first, each with its target", () => {
  const now = 1_800_000_000;
  const raceInfo = { raceNum: 11, name: "翠風ステークス", title: "京都", date: "2026-11-22" };
  const notifications = notificationsOf(
    {
      unconfirmedModels: [{ modelId: 7, name: "雨の日の先行", completedAt: now - 21 * 60 }],
      unconfirmedAnalyses: [{ analysisId: 5, raceInfo, completedAt: now - 3 * 60, marks: [] }],
    },
    now,
  );
  expect(notifications).toEqual([
    {
      tag: "分析",
      text: "分析が完了しました。結果を見てみましょう",
      to: "/analyses/5",
      subject: "京都 11R 翠風ステークス",
      ago: "3分前",
    },
    { tag: "モデル", text: MODEL_COMPLETE, to: "/models#model-7", subject: "雨の日の先行", ago: "21分前" },
  ]);
  const marks = [{ horseNum: 4, before: "third", after: "favourite" } as const];
  const moved = { unconfirmedModels: [], unconfirmedAnalyses: [{ analysisId: 6, raceInfo, completedAt: now, marks }] };
  expect(notificationsOf(moved, now)[0]?.text).toBe("印が変わりました（4番 ▲→◎）");
  // Notifications linking to the current page, or about its model, are not shown there.
  const left = (pathname: string) => notificationsElsewhere(notifications, pathname).map(({ tag }) => tag);
  expect(left("/home")).toEqual(["分析", "モデル"]);
  expect(left("/analyses/5")).toEqual(["モデル"]);
  expect(left("/models")).toEqual(["分析"]);
  for (const page of ["/models/7", "/models/edit/7"]) expect([page, left(page)]).toEqual([page, ["分析"]]);
  for (const page of ["/models/70", "/models/copy/7"]) expect([page, left(page)]).toEqual([page, ["分析", "モデル"]]);
});

test("the top page states why the reader was sent there, and nothing for an unknown reason", async () => {
  const context = { attempt: async () => null } as unknown as AppLoadContext;
  const reasonOf = async (e: string) =>
    (await readTop({ request: new Request(`https://example.com/?e=${e}`), params: {}, context })).reason;
  expect(await reasonOf("atnf")).toBe("そのページを見るには、ログインが必要です。");
  expect(await reasonOf("umae")).toBe("ユーザー情報を読み込めませんでした。もう一度ログインしてください。");
  for (const e of ["", "x", "__proto__", "constructor", "toString"]) expect([e, await reasonOf(e)]).toEqual([e, null]);
});
