import { invalidParameter, missingParameter, unknownParameter } from "./fault.ts";
import type { Metadata } from "./records.ts";

/** Parameters as received: every leaf is a string. */
export interface Params {
  [name: string]: ParamValue;
}
export type ParamValue = string | ParamValue[] | Params;

/**
 * Refuses parameters outside the list, as Stripe does; `expand` is always allowed. With the official library's type of
 * the parameters as `P`, the compiler refuses names that this version of the API does not have.
 */
export function allow<P extends object = Record<string, never>>(
  params: Params,
  names: readonly (keyof P & string)[],
  path = "",
): void {
  const known = new Set<string>(names).add("expand");
  for (const name of Object.keys(params)) {
    if (!known.has(name)) throw unknownParameter(path === "" ? name : `${path}[${name}]`);
  }
}

/** A string parameter; null if it is absent or empty (which unsets a property in Stripe). */
export function findText(params: Params, name: string): string | null {
  const value = params[name];
  if (value === undefined || value === "") return null;
  if (typeof value !== "string") throw invalidParameter(name, `Invalid string: ${name}`);
  return value;
}

export function requireText(params: Params, name: string): string {
  const value = findText(params, name);
  if (value === null) throw missingParameter(name);
  return value;
}

export function findInteger(params: Params, name: string): number | null {
  const text = findText(params, name);
  if (text === null) return null;
  if (!/^-?\d{1,15}$/.test(text)) throw invalidParameter(name, `Invalid integer: ${text}`, "parameter_invalid_integer");
  return Number(text);
}

export function requireInteger(params: Params, name: string): number {
  const value = findInteger(params, name);
  if (value === null) throw missingParameter(name);
  return value;
}

export function findFlag(params: Params, name: string): boolean | null {
  const text = findText(params, name);
  if (text === null) return null;
  if (text !== "true" && text !== "false") throw invalidParameter(name, `Invalid boolean: ${text}`);
  return text === "true";
}

export function findChoice<const T extends string>(params: Params, name: string, choices: readonly T[]): T | null {
  const text = findText(params, name);
  if (text === null) return null;
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw invalidParameter(name, `Invalid ${name}: must be one of ${choices.join(", ")}`);
  return found;
}

export function findGroup(params: Params, name: string): Params | null {
  const value = params[name];
  if (value === undefined || value === "") return null;
  if (typeof value === "string" || Array.isArray(value))
    throw invalidParameter(name, "Invalid object", "parameter_invalid_empty");
  return value;
}

export function findGroups(params: Params, name: string): Params[] | null {
  const value = params[name];
  if (value === undefined || value === "") return null;
  if (!Array.isArray(value)) throw invalidParameter(name, "Invalid array");
  return value.map((each, index) => {
    if (typeof each === "string" || Array.isArray(each)) throw invalidParameter(`${name}[${index}]`, "Invalid object");
    return each;
  });
}

export function findTexts(params: Params, name: string): string[] | null {
  const value = params[name];
  if (value === undefined || value === "") return null;
  if (!Array.isArray(value)) throw invalidParameter(name, "Invalid array");
  return value.map((each, index) => {
    if (typeof each !== "string") throw invalidParameter(`${name}[${index}]`, "Invalid string");
    return each;
  });
}

/** Metadata after an update: given keys are replaced, empty ones removed, others kept; empty `metadata` clears all. */
export function mergeMetadata(before: Metadata, params: Params, name = "metadata"): Metadata {
  const given = params[name];
  if (given === undefined) return before;
  if (given === "") return {};
  const group = findGroup(params, name) ?? {};
  const after = { ...before };
  for (const [key, value] of Object.entries(group)) {
    if (typeof value !== "string") throw invalidParameter(`${name}[${key}]`, "Metadata values must be strings");
    if (key.length > 40 || value.length > 500) throw invalidParameter(`${name}[${key}]`, "Metadata is too long");
    if (value === "") delete after[key];
    else after[key] = value;
  }
  return after;
}

/** Converts a caller's plain values to the strings that a form would send. */
export function toParams(value: Record<string, unknown>): Params {
  const convert = (each: unknown): ParamValue => {
    if (Array.isArray(each)) return each.map(convert);
    if (typeof each === "object" && each !== null) return toParams(Object.fromEntries(Object.entries(each)));
    return each === null ? "" : String(each);
  };
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.map(([name, each]) => [name, convert(each)]));
}
