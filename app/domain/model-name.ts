import { cleanName } from "./clean-name.ts";

/** In code points, after {@link cleanName}. */
export const MODEL_NAME_MAX = 15;

/** Counts code points, so a simple emoji or a composed kana is one. */
export function isModelNameTooLong(name: string): boolean {
  return [...name].length > MODEL_NAME_MAX;
}

export function storedModelName(text: string): string | null {
  const name = cleanName(text);
  return name === "" || isModelNameTooLong(name) ? null : name;
}

/** 本命, 本命・新, 本命・新2: names of models that are trained again on newer data. */
const RENEWED = /^(.+?)\u30fb\u65b0\d{0,3}$/u;

/**
 * The first free name of ・新, ・新2, ・新3 … A name that would be too long is cut between two visible characters.
 *
 * @param taken the names of the user's models
 */
export function renewedModelName(name: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  const base = RENEWED.exec(name)?.[1] ?? name;
  for (let count = 1; ; count++) {
    const renewed = withEnding(base, `・新${count === 1 ? "" : count}`);
    if (!used.has(renewed)) return renewed;
  }
}

function withEnding(base: string, ending: string): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter("ja").segment(base)) {
    if (isModelNameTooLong(kept + segment + ending)) break;
    kept += segment;
  }
  return kept.trimEnd() + ending;
}
