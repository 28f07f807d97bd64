import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Which of our own folders each room may import (README "The rooms"); its own folder is always allowed. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "app/domain/racing": [],
  "app/domain/open-csv": ["app/domain/racing"],
  "app/domain/plans": [],
  "app/domain/features": ["app/domain/racing"],
  "app/domain/learning": ["app/domain/racing", "app/domain/features"],
  "app/domain/scoring": ["app/domain/racing", "app/domain/features", "app/domain/learning"],
  "app/domain/settlement": ["app/domain/racing", "app/domain/scoring"],
  // How good a forecast was: what it was worth and what carries it.
  "app/domain/evaluation": [
    "app/domain/racing",
    "app/domain/features",
    "app/domain/learning",
    "app/domain/scoring",
    "app/domain/settlement",
  ],
  "app/domain/training": ["app/domain/racing", "app/domain/features", "app/domain/learning", "app/domain/evaluation"],
  "app/domain/rankings": ["app/domain/racing", "app/domain/settlement", "app/domain/evaluation", "app/domain/plans"],
  "app/db": ["app/domain"],
  "app/adapters": ["app/domain"],
  "app/http": ["app/domain"],
  "app/services": ["app/domain", "app/db", "app/adapters"],
  "app/demo": ["app/domain", "app/db", "app/adapters", "app/services"],
  "app/forms": ["app/domain", "app/http"],
  "app/components": ["app/domain", "app/forms", "app/http"],
  // Services reach routes through the load context: of app/services only types.
  "app/routes": ["app/forms", "app/components", "app/domain", "app/http"],
  "workers/web": [
    "app/domain",
    "app/db",
    "app/adapters",
    "app/services",
    "app/forms",
    "app/http",
    "workers/web",
    "workers/environment.ts",
  ],
  "workers/jobs": ["app/domain", "app/adapters", "app/services", "workers/environment.ts"],
  // The local start's entries: nothing else imports the demo.
  "workers/local": ["app/demo", "workers"],
  workers: ["app/domain", "app/db", "app/adapters", "app/services"],
  app: ["app"],
};

const ROOMS = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length);

/** Packages that pure code must not know. */
const PURE_ROOM = /^app\/domain\//;
const IMPURE_PACKAGE = /^(@remix-run|react|drizzle-orm|hono|cloudflare:|node:)/;

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder)).flatMap((name) => {
    const file = `${folder}/${name}`;
    if (statSync(path.join(ROOT, file)).isDirectory()) return sourceFiles(file);
    return /\.tsx?$/.test(name) && !name.endsWith(".d.ts") ? [file] : [];
  });
}

function roomOf(file: string): string {
  const room = ROOMS.find((candidate) => file.startsWith(`${candidate}/`));
  if (room === undefined) throw new Error(`${file} is in no room`);
  return room;
}

/** Value imports of a file; imports of types only cost nothing and bind nothing at run time. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), "utf8"), ts.ScriptTarget.Latest);
  const specifiers: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const bindings = node.importClause?.namedBindings;
      const areAllTypes =
        bindings !== undefined &&
        ts.isNamedImports(bindings) &&
        bindings.elements.length > 0 &&
        bindings.elements.every((element) => element.isTypeOnly) &&
        node.importClause?.name === undefined;
      if (!node.importClause?.isTypeOnly && !areAllTypes) specifiers.push(node.moduleSpecifier.text);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      if (!node.isTypeOnly) specifiers.push(node.moduleSpecifier.text);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) specifiers.push(argument.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return specifiers;
}

function ownPath(file: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return null;
}

test("every room imports only what the table allows", () => {
  const offences: string[] = [];
  for (const file of [...sourceFiles("app"), ...sourceFiles("workers")]) {
    const room = roomOf(file);
    for (const specifier of importsOf(file)) {
      const target = ownPath(file, specifier);
      if (target === null) {
        if (PURE_ROOM.test(file) && IMPURE_PACKAGE.test(specifier)) offences.push(`${file} imports ${specifier}`);
        continue;
      }
      if (target.startsWith("build/")) continue;
      const isAllowed =
        target.startsWith(`${room}/`) ||
        MAY_IMPORT[room]?.some((allowed) => target === allowed || target.startsWith(`${allowed}/`));
      if (!isAllowed) offences.push(`${file} imports ${target}`);
    }
  }
  expect(offences).toEqual([]);
});

test("the domain reads no clock and no chance of its own", () => {
  const offences = sourceFiles("app/domain").filter((file) =>
    /\bDate\.now\(|\bMath\.random\(|\bfetch\(|new Date\(\)/.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(offences).toEqual([]);
});

test("nothing outside tests draws from Math.random, and every SQL text is fixed", () => {
  const files = [...sourceFiles("app"), ...sourceFiles("workers")];
  const random = files.filter((file) => /\bMath\.random\(/.test(readFileSync(path.join(ROOT, file), "utf8")));
  const raw = files.filter((file) => /sql\.raw\(/.test(readFileSync(path.join(ROOT, file), "utf8")));
  expect({ random, raw }).toEqual({ random: [], raw: [] });
});

test("the top level holds only the fixed set of rooms", () => {
  const allowed = new Set(
    "app workers migrations public scripts test wrangler.toml remix.config.js package.json package-lock.json tsconfig.json README.md LICENSE node_modules build".split(
      " ",
    ),
  );
  expect(readdirSync(ROOT).filter((name) => !name.startsWith(".") && !allowed.has(name))).toEqual([]);
});

test("at most twenty files stand side by side, but for routes and migrations", () => {
  const crowded: string[] = [];
  const walk = (folder: string) => {
    const entries = readdirSync(path.join(ROOT, folder), { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).length;
    if (files > 20 && folder !== "app/routes") crowded.push(`${folder}: ${files}`);
    for (const entry of entries) if (entry.isDirectory()) walk(`${folder}/${entry.name}`);
  };
  for (const room of ["app", "workers", "scripts", "test"]) walk(room);
  expect(crowded).toEqual([]);
});
