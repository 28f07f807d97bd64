import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import * as z from "zod";
import { readRaceSearch } from "#app/forms/analyses/race-search.server.ts";
import { readForm, requireDay } from "#app/http/request-reading.ts";

const post = (fields: readonly (readonly [string, string])[]) =>
  new Request("http://site.invalid/", { method: "POST", body: new URLSearchParams(fields.map(([...field]) => field)) });

test("plain fields come as they were sent, in their order, those of one name together", async () => {
  const fields = [
    ["name", "あ[0].b"],
    ["model_id", "1"],
    ["static", "騎手"],
    ["static", "枠番"],
    ["form-key", ""],
  ] as const;
  expect([...(await readForm(post(fields))).entries()]).toEqual(fields.map(([...field]) => field));
});

test("names that conform reads in its own way never reach it", async () => {
  const forged = ["__intent__", "__state__", "name[99999999]", "name[]", "name.x", "__proto__.x", "a.b[c", "[]", ""];
  const form = await readForm(post([["name", "a"], ...forged.map((name) => [name, "{"] as const)]));
  expect([...form.keys()]).toEqual(["name"]);
  expect(parseWithZod(form, { schema: z.object({ name: z.string() }) }).status).toBe("success");
});

test("a query of the race search is read without them too, and stays as it was", () => {
  const query = new URLSearchParams("year=2026&month=11&day=21&__intent__=x&year[99999999]=1");
  expect(readRaceSearch(query, "2026-11-22").day).toBe("2026-11-21");
  expect(query.has("__intent__")).toBe(true);
});

test("the day of an address is a calendar day, else the page's 404", async () => {
  expect(requireDay("2026-11-21", "なし")).toBe("2026-11-21");
  for (const text of [undefined, "", "today", "2026-02-30", "2026-1-1"]) {
    let thrown: unknown;
    try {
      requireDay(text, "なし");
    } catch (error) {
      thrown = error;
    }
    if (!(thrown instanceof Response)) throw new Error(`${text} is taken for a day`);
    expect([thrown.status, await thrown.text()]).toEqual([404, "なし"]);
  }
});
