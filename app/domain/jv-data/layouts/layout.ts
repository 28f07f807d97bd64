/** A field or group of fields with its number of occurrences; lengths in bytes. */
export type Part =
  | readonly [name: string, length: number, repeat?: number]
  | readonly [name: string, fields: readonly (readonly [name: string, length: number])[], repeat: number];

interface FieldPlace {
  /** First occurrence, from 0. */
  start: number;
  length: number;
  repeat: number;
  /** From one occurrence to the next. */
  stride: number;
}

/** Fields by their names in the specification; those of groups as `Group.Field`. */
export interface Layout<Name extends string = string> {
  /** With the line end. */
  length: number;
  place(name: Name): FieldPlace;
}

export type FieldOf<L> = L extends Layout<infer Name> ? Name : never;

type NameOf<P> = P extends readonly [infer Group extends string, readonly (infer F)[], number]
  ? F extends readonly [infer Name extends string, number]
    ? `${Group}.${Name}`
    : never
  : P extends readonly [infer Name extends string, ...unknown[]]
    ? Name
    : never;

export const LINE_END_BYTES = 2;

/** Lays out fields contiguously, so that no byte is skipped. */
export function layOut<const P extends readonly Part[]>(parts: P): Layout<NameOf<P[number]>> {
  const places = new Map<string, FieldPlace>();
  let start = 0;
  for (const [name, inside, repeat = 1] of parts) {
    if (typeof inside === "number") {
      places.set(name, { start, length: inside, repeat, stride: inside });
      start += inside * repeat;
      continue;
    }
    const stride = inside.reduce((sum, [, length]) => sum + length, 0);
    let offset = start;
    for (const [inner, length] of inside) {
      places.set(`${name}.${inner}`, { start: offset, length, repeat, stride });
      offset += length;
    }
    start += stride * repeat;
  }
  return {
    length: start + LINE_END_BYTES,
    place(name) {
      const place = places.get(name);
      if (place === undefined) throw new RangeError(`no field ${name}`);
      return place;
    },
  };
}

/** Kind of record, stage (データ区分) and the day the record was made. */
export const HEAD = [
  ["RecordSpec", 2],
  ["DataKubun", 1],
  ["MakeDate", 8],
] as const;

/** Head and key of records about a course's day. */
export const MEETING_HEAD = [
  ...HEAD,
  ["Year", 4],
  ["MonthDay", 4],
  ["JyoCD", 2],
  ["Kaiji", 2],
  ["Nichiji", 2],
] as const;

/** Head and key of records about a race. */
export const RACE_HEAD = [...MEETING_HEAD, ["RaceNum", 2]] as const;
