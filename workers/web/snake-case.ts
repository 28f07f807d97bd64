type SnakeName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeName<Rest>}`
  : Name;
type Snake<T> = T extends readonly (infer Item)[]
  ? Snake<Item>[]
  : T extends object
    ? { [Name in keyof T & string as SnakeName<Name>]: Snake<T[Name]> }
    : T;

/** Converts the names of fields, as programs get them: raceId becomes race_id. */
export function toSnake<T>(value: T): Snake<T> {
  const convert = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(convert);
    if (typeof part !== "object" || part === null) return part;
    const snakeName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return Object.fromEntries(Object.entries(part).map(([name, field]) => [snakeName(name), convert(field)]));
  };
  return convert(value) as Snake<T>;
}

type CamelName<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelName<Rest>>}`
  : Name;

/** The inverse, for the fields of one object. */
export function toCamel<T extends object>(fields: T) {
  const camelName = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const entries = Object.entries(fields).map(([name, field]) => [camelName(name), field]);
  return Object.fromEntries(entries) as { [Name in keyof T & string as CamelName<Name>]: T[Name] };
}
