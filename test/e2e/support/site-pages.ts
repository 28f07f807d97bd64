import { readdirSync } from "node:fs";
import path from "node:path";

const ROUTES = path.resolve(import.meta.dirname, "../../../app/routes");

/**
 * Paths of all pages of a layout (`_app`, `_public`), derived from the names of the route files, so that tests include
 * new pages automatically. `examples` has the values of parameters such as `$id`; a missing value throws, a null value
 * excludes the page.
 */
export function sitePages(
  layout: "_app" | "_public",
  examples: Partial<Record<string, string | number | null>> = {},
): string[] {
  const paths = readdirSync(ROUTES)
    .filter((file) => file.startsWith(`${layout}.`) && file.endsWith(".tsx") && file !== `${layout}.tsx`)
    .map((file) => file.slice(layout.length + 1, -".tsx".length))
    .filter((name) => name !== "$")
    .flatMap((name) => readPath(name, withOwnModel(examples)) ?? []);
  return [...new Set(paths)].sort();
}

/** Settings of the example's model. */
function withOwnModel(examples: Partial<Record<string, string | number | null>>) {
  const model = examples["/models/$id"];
  return { "/models/crowd/$id": model, "/models/public/$id": model, ...examples };
}

function readPath(name: string, examples: Partial<Record<string, string | number | null>>): string | null {
  // A bracketed part is literal: terms[.html].
  const segments = name.split(/\.(?![^[]*\])/).map((segment) => segment.replace(/_$/, "").replace(/\[(.*?)\]/g, "$1"));
  let pathname = "";
  let place = "";
  for (const segment of segments) {
    // Optional segments such as (edit) are left out.
    if (segment === "_index" || segment === "" || segment.startsWith("(")) continue;
    if (!segment.startsWith("$")) {
      pathname += `/${segment}`;
      if (examples[`${place}/${segment}`] === null) return null;
      place += `/${segment}`;
      continue;
    }
    place += `/${segment}`;
    const example = examples[place];
    if (example === undefined) throw new Error(`the page ${name} needs an example for ${place}`);
    if (example === null) return null;
    pathname += `/${example}`;
  }
  return pathname === "" ? "/" : pathname;
}
