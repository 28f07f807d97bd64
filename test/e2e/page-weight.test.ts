import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";

const ASSETS = path.resolve(import.meta.dirname, "../../build/client/assets");

/** Gzipped bytes of the built style sheet whose name begins so. */
function styleWeight(name: string): number {
  const files = readdirSync(ASSETS).filter((file) => file.startsWith(`${name}-`) && file.endsWith(".css"));
  if (files.length !== 1) throw new Error(`${name}: ${files.length} style sheets are built`);
  return gzipSync(readFileSync(path.join(ASSETS, files[0] ?? ""))).length;
}

test("a public page with its style weighs at most 14 KB, and the style of the logged-in pages 9 KB", async () => {
  expect(styleWeight("app")).toBeLessThanOrEqual(9 * 1024);
  const style = styleWeight("public");
  for (const pathname of ["/", "/login", "/signup", "/resetPassword", "/terms", "/tokusyo", "/privacy"]) {
    const html = await (await fetch(inject("saturdayUrl") + pathname)).text();
    expect(gzipSync(html).length + style, pathname).toBeLessThanOrEqual(14 * 1024);
  }
});
