import { quote } from "#app/domain/racing/fields.ts";
import { type CellReader, orNothing, plain, type Reading } from "./plain.ts";

/** Running times. Without a separator of minutes 1072 is 1:07.2 or 107.2 seconds: the column decides. */

const SEPARATED =
  /^(?:0 days? )?(?:0?0:)?(\d{1,2})(?:[:'′]|分|\.(?=\d{2}\.\d))(\d{2})(?:[.:"]|′′|秒)(\d)0*(?:"|′′|秒)?$/;
const BARE = /^(\d+)(?:\.(\d+))?$/;

/** Seconds that a race of 800 to 4,300 metres takes, and metres in a second that a field of horses runs. */
const POSSIBLE = { least: 40, most: 400 };
const USUAL_SPEED = { least: 12.6, most: 21 };

/** Minutes, seconds and tenths of an interpretation; null where the digits cannot mean it. */
type Interpretation = (digits: string, fraction: string) => number | null;

function ofMinutes(digits: string, tenth: string): number | null {
  const seconds = Number(digits.slice(-2));
  return seconds < 60 && digits.length <= 3 && /^\d0*$/.test(tenth)
    ? Number(digits.slice(0, -2)) * 60 + seconds + Number(tenth[0]) / 10
    : null;
}

const INTERPRETATIONS: readonly Interpretation[] = [
  // 1072, 107.2: minutes, two digits of seconds, tenths.
  (digits, fraction) =>
    fraction === "" ? ofMinutes(digits.slice(0, -1), digits.slice(-1)) : ofMinutes(digits, fraction),
  // 67, 67.2: seconds.
  (digits, fraction) => Number(`${digits}.${fraction === "" ? 0 : fraction}`),
  // 672: tenths of a second.
  (digits, fraction) => (fraction === "" ? Number(digits) / 10 : null),
];

/** A time in the table, with the distance of its race where the row has it. */
interface TimeCell {
  cell: string;
  distanceM: number | null;
}

/** Cells with and without a fraction are written by different programs. */
const KINDS = ["digits", "decimal"] as const;
type Kind = (typeof KINDS)[number];

const bareTime = (cell: string): { kind: Kind; digits: string; fraction: string } | null => {
  const [, digits, fraction = ""] = BARE.exec(orNothing(plain(cell))) ?? [];
  return digits === undefined ? null : { kind: fraction === "" ? "digits" : "decimal", digits, fraction };
};

/**
 * Decides by the whole column what cells without a separator mean.
 * @returns seconds with one digit; a doubt if two interpretations are possible, or none
 */
export function createTimeReader(column: readonly TimeCell[]): CellReader {
  const chosen = new Map(KINDS.map((kind) => [kind, chooseInterpretation(column, kind)]));
  return (cell): Reading => {
    const text = orNothing(plain(cell).replace(/秒$/, ""));
    const [, minutes, seconds, tenth] = SEPARATED.exec(plain(cell)) ?? [];
    if (seconds !== undefined && Number(seconds) < 60) {
      const total = Number(minutes) * 60 + Number(seconds) + Number(tenth) / 10;
      return total === 0 ? "" : total.toFixed(1);
    }
    const bare = bareTime(text);
    if (bare === null) return text;
    const values = valuesOf(bare, chosen.get(bare.kind) ?? []);
    const [only] = values;
    if (values.length === 1 && only !== undefined) return only;
    if (values.length === 0) return { doubt: `${quote(cell)} is no running time` };
    return {
      doubt: `${quote(cell)} may be ${values.join(" or ")} seconds: no distance of the table tells which (1:07.2 is clear)`,
    };
  };
}

function valuesOf(
  { digits, fraction }: { digits: string; fraction: string },
  among: readonly Interpretation[],
): string[] {
  const found = among.map((read) => read(digits, fraction)).filter((value) => value !== null);
  return [...new Set(found.filter(isPossible).map((value) => value.toFixed(1)))];
}

const isPossible = (seconds: number): boolean => seconds >= POSSIBLE.least && seconds <= POSSIBLE.most;

/** The interpretations by which every cell is a possible time; of several, that by which the horses ran at usual speed. */
function chooseInterpretation(column: readonly TimeCell[], kind: Kind): readonly Interpretation[] {
  const bare = column.flatMap(({ cell, distanceM }) => {
    const time = bareTime(cell);
    return time?.kind === kind ? [{ ...time, distanceM }] : [];
  });
  const possible = INTERPRETATIONS.filter((read) =>
    bare.every(({ digits, fraction }) => isPossible(read(digits, fraction) ?? 0)),
  );
  if (possible.length < 2) return possible.length === 1 ? possible : INTERPRETATIONS;
  const usual = possible.filter((read) => {
    const speeds = bare
      .flatMap(({ digits, fraction, distanceM }) =>
        distanceM === null ? [] : [distanceM / (read(digits, fraction) ?? 1)],
      )
      .sort((one, other) => one - other);
    const median = speeds[Math.floor(speeds.length / 2)];
    return median !== undefined && median >= USUAL_SPEED.least && median <= USUAL_SPEED.most;
  });
  return usual.length > 0 ? usual : possible;
}

const SLOWEST_LAST_600 = 150;

/** Seconds over the last 600 metres: 34.5, 0:34.5, or 345. */
export const readLast600: CellReader = (cell) => {
  const text = orNothing(plain(cell).replace(/秒$/, ""));
  const [, minutes, seconds, tenth] = SEPARATED.exec(text) ?? [];
  if (seconds !== undefined) return (Number(minutes) * 60 + Number(`${seconds}.${tenth}`)).toFixed(1);
  // JRA-VAN writes 999 for a time that was not measured.
  if (text === "999") return "";
  if (/^(?:2[89]|[3-7]\d)\d$/.test(text)) return (Number(text) / 10).toFixed(1);
  return Number(text) > SLOWEST_LAST_600 ? { doubt: `${quote(cell)} is no time over 600 m` } : text;
};
