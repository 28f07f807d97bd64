import { MONEY_COUNT } from "#app/domain/rankings/pick-returns.ts";

export interface CountedOutcome {
  /** Stake and payout of each bet type, in the order of BET_TYPES. */
  money: readonly number[];
  count: number;
}

/** Outcomes of one race, or of two drawn together. */
interface Joint {
  money: readonly number[];
  share: number;
}

/** A month's wheels then stay in the processor's cache. */
const MOST_SLOTS = 512;

export type OutcomeWheels = ReturnType<typeof buildWheels>;

/**
 * Tables that draw an outcome in constant time by the alias method (Walker; built as by Vose): slot s means itself up
 * to `accept[s]` of its width, and `alias[s]` beyond. Skips races without bets. Wheels begin at the starts.
 */
export function buildWheels(races: readonly (readonly CountedOutcome[])[], starts: ReadonlySet<number>) {
  const nothing: Joint = { money: Array.from({ length: MONEY_COUNT }, () => 0), share: 1 };
  const wheels: Joint[][] = [];
  /** By race: the wheel that begins with it, if it is a start. */
  const wheelOfStart = new Map<number, number>();
  let joint = [nothing];
  const end = () => {
    if (joint.length > 1 || joint[0] !== nothing) wheels.push(joint);
    joint = [nothing];
  };
  for (const [place, outcomes] of races.entries()) {
    if (starts.has(place) || joint.length * outcomes.length > MOST_SLOTS) end();
    if (starts.has(place)) wheelOfStart.set(place, wheels.length);
    if (outcomes.length === 0) continue;
    const total = outcomes.reduce((sum, { count }) => sum + count, 0);
    joint = joint.flatMap(({ money, share }) =>
      outcomes.map((outcome) => ({
        money: money.map((yen, i) => yen + outcome.money[i]!),
        share: (share * outcome.count) / total,
      })),
    );
  }
  end();
  /** First slot of each wheel, then the number of all slots. */
  const firsts = [0];
  for (const { length } of wheels) firsts.push(firsts.at(-1)! + length);
  const accept = new Float64Array(firsts.at(-1)!).fill(1);
  const alias = new Int32Array(accept.length);
  for (const [wheel, slots] of wheels.entries()) fillAliases(slots, firsts[wheel]!, { accept, alias });
  const money = Float64Array.from(wheels.flatMap((slots) => slots.flatMap((slot) => [...slot.money])));
  return { firsts: Int32Array.from(firsts), accept, alias, money, wheelOfStart };
}

function fillAliases(
  slots: readonly Joint[],
  first: number,
  { accept, alias }: Pick<OutcomeWheels, "accept" | "alias">,
): void {
  const widths = slots.map(({ share }) => share * slots.length);
  const narrow = [...widths.keys()].filter((slot) => widths[slot]! < 1);
  const wide = [...widths.keys()].filter((slot) => widths[slot]! >= 1);
  for (const slot of widths.keys()) alias[first + slot] = first + slot;
  while (narrow.length > 0 && wide.length > 0) {
    const slot = narrow.pop()!;
    const giver = wide.at(-1)!;
    accept[first + slot] = widths[slot]!;
    alias[first + slot] = first + giver;
    widths[giver]! -= 1 - widths[slot]!;
    if (widths[giver]! < 1) narrow.push(wide.pop()!);
  }
}

/**
 * Draws an outcome of each wheel from one on and returns the generator's state. Inlines racing/random.ts, as a ranking
 * draws a hundred million times.
 */
export function drawFrom(
  { firsts, accept, alias, money }: OutcomeWheels,
  wheel: number,
  seed: number,
  sums: Float64Array,
): number {
  let state = seed | 0;
  let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0];
  for (let at = wheel; at < firsts.length - 1; at++) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) | 0;
    const first = firsts[at]!;
    const lot = (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (firsts[at + 1]! - first);
    const whole = Math.trunc(lot);
    const slot = first + whole;
    const from = (lot - whole < accept[slot]! ? slot : alias[slot]!) * MONEY_COUNT;
    a += money[from]!;
    b += money[from + 1]!;
    c += money[from + 2]!;
    d += money[from + 3]!;
    e += money[from + 4]!;
    f += money[from + 5]!;
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
  sums[4] = e;
  sums[5] = f;
  return state;
}
