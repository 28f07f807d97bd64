/**
 * Tests by the sentence of the specification that they prove, which is short and has its exact Japanese text. A test is named
 * by its file below test/ without the ending, and by its title up to the part that a loop puts in.
 */
export type Proofs = Readonly<Record<string, readonly string[]>>;
