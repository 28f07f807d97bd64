import { expect, test } from "vitest";
import { isLostAnswer, responseOrLost } from "#app/components/waiting/lost-answer.ts";
import { storedModelName } from "#app/domain/model-name.ts";
import { readFormKey } from "#app/http/request-reading.ts";

test("a response counts as lost if there is none or a gateway's, not if the site refuses or fails", () => {
  expect(isLostAnswer(new TypeError("Failed to fetch"))).toBe(true);
  expect(isLostAnswer(new TypeError("NetworkError when attempting to fetch resource."))).toBe(true);
  expect(isLostAnswer(new TypeError("Load failed"))).toBe(true);
  expect(isLostAnswer({ status: 503, statusText: "", internal: false, data: null })).toBe(true);
  expect(isLostAnswer({ status: 500, statusText: "", internal: false, data: null })).toBe(false);
  expect(isLostAnswer(new TypeError("x is undefined"))).toBe(false);
  expect(isLostAnswer(new Response(null, { status: 302 }))).toBe(false);
});

test("a lost response becomes a 503 with the page's content; others are unchanged", async () => {
  expect(
    await responseOrLost(
      async () => "fine",
      () => "lost",
    ),
  ).toBe("fine");
  const lost = await responseOrLost(
    () => Promise.reject(new TypeError("Failed to fetch")),
    () => ({ name: "typed" }),
  );
  expect(lost instanceof Response && [lost.status, await lost.json()]).toEqual([503, { name: "typed" }]);
  const redirect = new Response(null, { status: 302 });
  await expect(
    responseOrLost(
      () => Promise.reject(redirect),
      () => null,
    ),
  ).rejects.toBe(redirect);
});

test("a form's key is 8 to 64 letters, digits or hyphens", () => {
  expect(readFormKey("0123-abc")).toBe("0123-abc");
  for (const bad of ["", "short", "a".repeat(65), "abcdefg'; --", null, undefined]) expect(readFormKey(bad)).toBeNull();
});

test("a stored model name is cleaned, not empty, and at most 15 code points", () => {
  expect(storedModelName("\u3000末脚\u202e ")).toBe("末脚");
  expect(storedModelName("🐎".repeat(15))).toBe("🐎".repeat(15));
  expect(storedModelName("🐎".repeat(16))).toBeNull();
  expect(storedModelName(" \u200b")).toBeNull();
});
