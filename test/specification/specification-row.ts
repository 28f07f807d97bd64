/** One sentence of the specification, and what proves it. */
export interface SpecificationRow {
  /** The sentence, short, with its exact Japanese text. */
  row: string;
  /** Files below test/ without their ending, and the test's name up to what a loop puts in. */
  tests: readonly string[];
}
