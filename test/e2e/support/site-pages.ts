import { readdirSync } from "node:fs";
import path from "node:path";

const ROUTES = path.resolve(import.meta.dirname, "../../../app/routes");

/**
 * Paths of all pages of a layout (`_app`, `_public`), read from the names of the route files, so that a new page is
 * measured like the others without a word here. `examples` gives the values of `$id` and the like; a page whose value is
 * missing there throws, one whose value is null is left out.
 */
export function sitePages(
  layout: "_app" | "_public",
  examples: Partial<Record<string, string | number | null>> = {},
): string[] {
  const paths = readdirSync(ROUTES)
    .filter((file) => file.startsWith(`${layout}.`) && file.endsWith(".tsx") && file !== `${layout}.tsx`)
    .map((file) => file.slice(layout.length + 1, -".tsx".length))
    .filter((name) => name !== "$")
    .flatMap((name) => readPath(name, examples) ?? []);
  return [...new Set(paths)].sort();
}

function readPath(name: string, examples: Partial<Record<string, string | number | null>>): string | null {
  // A bracketed part is literal: terms[.html].
  const segments = name.split(/\.(?![^[]*\])/).map((segment) => segment.replace(/_$/, "").replace(/\[(.*?)\]/g, "$1"));
  let pathname = "";
  for (const segment of segments) {
    // (edit) may be left out, and is.
    if (segment === "_index" || segment === "" || segment.startsWith("(")) continue;
    if (!segment.startsWith("$")) {
      pathname += `/${segment}`;
      continue;
    }
    const place = `${pathname}/${segment}`;
    const example = examples[place];
    if (example === undefined) throw new Error(`the page ${name} needs an example for ${place}`);
    if (example === null) return null;
    pathname += `/${example}`;
  }
  return pathname === "" ? "/" : pathname;
}
