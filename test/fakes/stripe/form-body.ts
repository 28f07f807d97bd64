import type { Params, ParamValue } from "./world/params.ts";

/** Such names would address an object's prototype instead of a parameter. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

interface Branch {
  [name: string]: string | Branch;
}

/** Parses Stripe's form encoding: `items[0][price]=…` becomes `{items: [{price: …}]}`; null if it is malformed. */
export function parseForm(body: string): Params | null {
  const root: Branch = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
    if (match === null) return null;
    const inner = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
    const steps = [match[1] ?? "", ...inner];
    if (steps.some((step) => FORBIDDEN.has(step))) return null;
    let branch = root;
    for (const [depth, step] of steps.entries()) {
      // `expand[]=a` appends.
      const key = step === "" ? String(Object.keys(branch).length) : step;
      if (depth === steps.length - 1) {
        branch[key] = value;
        break;
      }
      const next = branch[key] ?? Object.create(null);
      if (typeof next === "string") return null;
      branch[key] = next;
      branch = next;
    }
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, settleArrays(value)]));
}

function settleArrays(value: string | Branch): ParamValue {
  if (typeof value === "string") return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) {
    return names.toSorted((a, b) => Number(a) - Number(b)).map((name) => settleArrays(value[name]!));
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, settleArrays(each)]));
}
