/**
 * The one or two tests that decide a sentence of the specification, which is short and has its exact Japanese text. A test
 * is named by its file below test/ without the ending, and by its title up to the part that a loop puts in.
 */
export type Proofs = Readonly<Record<string, string | readonly string[]>>;
