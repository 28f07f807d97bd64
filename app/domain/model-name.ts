/** What a model may be called: one rule for forms, API and service. */

import { cleanName } from "./clean-name.ts";

/** Code points after {@link cleanName}. */
export const MODEL_NAME_MAX = 15;

/** Longer than {@link MODEL_NAME_MAX} as people count: emoji and composed kana are one. */
export function isModelNameTooLong(name: string): boolean {
  return [...name].length > MODEL_NAME_MAX;
}

/** The name as it is stored; null when nothing is left of it, or too much. */
export function storedModelName(text: string): string | null {
  const name = cleanName(text);
  return name === "" || isModelNameTooLong(name) ? null : name;
}
