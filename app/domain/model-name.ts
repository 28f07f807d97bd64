/** The rule for model names, shared by forms, API and service. */

import { cleanName } from "./clean-name.ts";

/** In code points, after {@link cleanName}. */
export const MODEL_NAME_MAX = 15;

/** Whether a name exceeds {@link MODEL_NAME_MAX}. Counts code points, so a simple emoji or a composed kana is one. */
export function isModelNameTooLong(name: string): boolean {
  return [...name].length > MODEL_NAME_MAX;
}

/** The name as stored; null if it is empty or too long. */
export function storedModelName(text: string): string | null {
  const name = cleanName(text);
  return name === "" || isModelNameTooLong(name) ? null : name;
}
