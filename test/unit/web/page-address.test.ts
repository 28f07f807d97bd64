import type { ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { canonicalAddress, pagePath, readPageMethods } from "#workers/web/pages/page-address.ts";

const address = (path: string) => canonicalAddress(new URL(`http://site.example${path}`));

test("a page has one canonical URL, without superfluous slashes, and never on another site", () => {
  for (const own of ["/", "/models", "/models?a=//b/", "/models/3", "/terms.html"]) {
    expect([own, address(own)]).toEqual([own, null]);
  }
  expect(address("/models/")).toBe("/models");
  expect(address("/models//")).toBe("/models");
  expect(address("/models//3/?delete=3")).toBe("/models/3?delete=3");
  expect(address("//")).toBe("/");
  expect(address("//evil.example/")).toBe("/evil.example");
  expect(address("///evil.example/a//")).toBe("/evil.example/a");
  expect(address("/\\evil.example/")).toBe("/evil.example");
});

test("a page accepts POST if it has an action, also at its data's URL", () => {
  const route = (id: string, parentId: string | undefined, rest: object, action?: unknown) => ({
    [id]: { id, parentId, module: action === undefined ? {} : { action }, ...rest },
  });
  const action = () => null;
  const methodsOf = readPageMethods({
    ...route("root", undefined, { path: "" }),
    ...route("routes/_app", "root", {}),
    ...route("routes/_app.models._index", "routes/_app", { path: "models", index: true }, action),
    ...route("routes/_app.settings.export", "routes/_app", { path: "settings/export" }),
    ...route("routes/_app.models.copy.$id", "routes/_app", { path: "models/copy/:id" }, action),
    ...route("routes/$", "root", { path: "*" }),
  } as unknown as ServerBuild["routes"]);
  const both = ["GET", "HEAD", "POST"];
  expect(methodsOf("/models")).toEqual(both);
  expect(methodsOf(pagePath("/models.data"))).toEqual(both);
  expect(methodsOf("/models/copy/7")).toEqual(both);
  expect(methodsOf("/settings/export")).toEqual(["GET", "HEAD"]);
  expect(methodsOf("/nowhere/at/all")).toEqual(["GET", "HEAD"]);
  expect(pagePath("/_root.data")).toBe("/");
});
