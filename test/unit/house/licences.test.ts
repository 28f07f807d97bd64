import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Licences under which a package may be part of the site: as bundled code, or as fonts. */
const OF_THE_SITE = [
  "MIT",
  "MIT OR Apache-2.0",
  "(MIT OR Apache-2.0)",
  "ISC",
  "0BSD",
  "Apache-2.0",
  "MPL-2.0",
  "OFL-1.1",
  "BSD-3-Clause",
  "(Apache-2.0 AND MIT)",
];

/** Licences of packages that are only used here: to build, to test, to serve a local site. */
const OF_TOOLS = [
  ...OF_THE_SITE,
  ...["BSD-2-Clause", "BlueOak-1.0.0", "CC0-1.0", "CC-BY-3.0", "CC-BY-4.0", "Python-2.0", "PSF-2.0"],
  ...["(Unlicense OR Apache-2.0)"],
  // Image libraries that Miniflare loads at run time and nothing is linked with.
  ...["LGPL-3.0-or-later", "Apache-2.0 AND LGPL-3.0-or-later", "Apache-2.0 AND LGPL-3.0-or-later AND MIT"],
];

/** Old packages that name their licence in their files only: MIT all three, read in November 2026. */
const READ_BY_HAND = ["node_modules/eval", "node_modules/format", "node_modules/require-like"];

interface Component {
  name: string;
  /** npm marks what only development needs. Left out by --omit dev would be packages that the site needs too. */
  properties?: { name: string }[];
  licenses?: { license?: { id?: string }; expression?: string }[];
}

test("the bill of materials lists what the site consists of, all under licences that allow it", () => {
  const { stdout, status } = spawnSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8", maxBuffer: 2 ** 26 });
  expect(status).toBe(0);
  const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
  expect(bomFormat).toBe("CycloneDX");
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: object };
  const ofTheSite = components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === "cdx:npm:package:development"),
  );
  expect(ofTheSite.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  const licenceOf = ({ licenses = [] }: Component) =>
    licenses.map(({ license, expression }) => license?.id ?? expression).join(" and ");
  const others = ofTheSite.filter((component) => !OF_THE_SITE.includes(licenceOf(component)));
  expect(others.map((component) => [component.name, licenceOf(component)])).toEqual([]);
});

test("every installed package has a licence that allows its use", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { license?: string }>;
  };
  const installed = Object.entries(packages).filter(([place]) => place !== "");
  expect(installed.length).toBeGreaterThan(500);
  const others = installed.filter(([, { license = "" }]) => !OF_TOOLS.includes(license));
  expect(others.map(([place]) => place)).toEqual(READ_BY_HAND);
});
