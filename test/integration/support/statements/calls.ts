import type { Target } from "./statement-recorder.ts";

type Query = (...args: never) => unknown;

/** A call of every function that a module exports; null if the function executes no statement. */
export type Calls<Module> = {
  [Name in keyof Module as Module[Name] extends Query ? Name : never]: ((target: Target) => unknown) | null;
};
