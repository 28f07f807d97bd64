import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Database, openDatabase } from "#app/db/database.server.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const BUILDERS = new Set([
  "select",
  "selectDistinct",
  "insert",
  "update",
  "delete",
  "run",
  "all",
  "get",
  "with",
  "$count",
]);

/** The database arguments of query functions. */
export interface Target {
  db: Database;
  d1: D1Database;
}

/** A database that records the statements of query functions. */
export interface Recorded extends Target {
  /** Texts of prepared statements. */
  texts: Set<string>;
  /** Texts of statements that were part of a batch. */
  batched: Set<string>;
  /** Where statements were built: `file:line`. */
  sites: Set<string>;
}

/** Wraps a database to record every statement and the place in the source that built it. */
export function recordStatements(d1: D1Database): Recorded {
  const texts = new Set<string>();
  const batched = new Set<string>();
  const sites = new Set<string>();
  const texted = new WeakMap<object, string>();
  const remember = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const watched = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => remember(target.bind(...values), text);
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    texted.set(watched, text);
    originals.set(watched, statement);
    return watched;
  };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const watchedD1 = new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") {
        return (text: string) => {
          texts.add(text);
          sites.add(callSite());
          return remember(target.prepare(text), text);
        };
      }
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) => {
          for (const statement of statements) batched.add(texted.get(statement) ?? "");
          return target.batch(statements.map((statement) => originals.get(statement) ?? statement));
        };
      }
      return Reflect.get(target, name);
    },
  });
  const db = new Proxy(openDatabase(watchedD1), {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function" || !BUILDERS.has(String(name))) return member;
      return (...values: unknown[]) => {
        sites.add(callSite());
        return member.apply(target, values);
      };
    },
  });
  return { db, d1: watchedD1, texts, batched, sites };
}

/** The innermost stack frame in a query module, as `file:line`. */
function callSite(): string {
  const frames = (new Error("where").stack ?? "").split("\n");
  const found = frames.map((frame) => /(app\/(?:demo\/)?db\/[\w/.-]+\.ts):(\d+)/.exec(frame)).find((at) => at !== null);
  return found ? `${found[1]}:${found[2]}` : "elsewhere";
}

/** Files of the query modules, by their paths in the repository. */
export function queryModules(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".server.ts") && !name.startsWith("schema"))
      .map((name) => `${folder}/${name}`),
  );
}

/** Every place in a module that builds a statement: `file:line` of `db.select(`, `d1.prepare(` and the like. */
export function statementSites(file: string): string[] {
  // Comments are blanked out: their examples do not count, and line numbers remain.
  const source = readFileSync(path.join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) =>
    comment.replace(/[^\n]/g, " "),
  );
  const begun =
    /\b(?:db\s*\.\s*(?:select|selectDistinct|insert|update|delete|run|all|get|with|\$count)|d1\s*\.\s*prepare)\b/g;
  return [...source.matchAll(begun)].map(({ index, 0: text }) => {
    return `${file}:${source.slice(0, index + text.length).split("\n").length}`;
  });
}

/** Dummy values for a statement's parameters, `?` or `?3`. */
export function anyValues(text: string): number[] {
  const numbers = Array.from(text.matchAll(/\?(\d*)/g), ({ 1: number }, index) => Number(number) || index + 1);
  return Array.from({ length: Math.max(0, ...numbers) }, () => 0);
}
