import { invalidParameter, missingParameter, unknownParameter } from "./fault.ts";
import type { Metadata } from "./records.ts";

/** Parameters as received: every leaf is a string. */
export interface Params {
  [name: string]: ParamValue;
}
export type ParamValue = string | ParamValue[] | Params;

/**
 * Refuses parameters outside the list, as Stripe does. A name such as `line_items.price` stands for a nested parameter;
 * `expand` and the keys of `metadata` are always allowed.
 */
export function refuseUnknown(params: Params, names: readonly string[]): void {
  const known = new Set(names);
  const check = (value: ParamValue, path: string): void => {
    if (known.has(path) || path === "expand" || /(^|\.)metadata$/.test(path)) return;
    if (typeof value === "string") throw unknownParameter(path);
    for (const [name, each] of Object.entries(value)) {
      if (Array.isArray(value)) check(each, path);
      else check(each, path === "" ? name : `${path}.${name}`);
    }
  };
  check(params, "");
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
  if (!/^-?\d{1,15}$/.test(text)) throw invalidParameter(name, `Invalid integer: ${text}`);
  return Number(text);
}

export function findFlag(params: Params, name: string): boolean | null {
  const text = findText(params, name);
  if (text === null) return null;
  if (text !== "true" && text !== "false") throw invalidParameter(name, `Invalid boolean: ${text}`);
  return text === "true";
}

/** A nested object; empty if it is absent. */
export function findGroup(params: Params, name: string): Params {
  const value = params[name];
  if (value === undefined || value === "") return {};
  if (typeof value === "string" || Array.isArray(value)) throw invalidParameter(name, "Invalid object");
  return value;
}

/** The only object of a list; null if there is no list. */
export function findOnly(params: Params, name: string): Params | null {
  const value = params[name];
  if (value === undefined || value === "") return null;
  const [first, ...others] = Array.isArray(value) ? value : [];
  if (first === undefined || typeof first === "string" || Array.isArray(first) || others.length > 0)
    throw invalidParameter(name, "The stand-in takes a list of one object");
  return first;
}

export function findTexts(params: Params, name: string): string[] | null {
  const value = params[name];
  if (value === undefined || value === "") return null;
  if (!Array.isArray(value)) throw invalidParameter(name, "Invalid array");
  return value.map((each) => {
    if (typeof each !== "string") throw invalidParameter(name, "Invalid string");
    return each;
  });
}

/** Metadata after an update: given keys are replaced, empty ones removed, others kept; empty `metadata` clears all. */
export function mergeMetadata(before: Metadata, params: Params): Metadata {
  if (params.metadata === "") return {};
  const after = { ...before };
  for (const [key, value] of Object.entries(findGroup(params, "metadata"))) {
    if (typeof value !== "string" || key.length > 40 || value.length > 500)
      throw invalidParameter(`metadata[${key}]`, "Metadata values must be short strings");
    if (value === "") delete after[key];
    else after[key] = value;
  }
  return after;
}
