import { readFileSync } from "node:fs";
import { ensureKernel } from "#scripts/kernel.mjs";

/** The learner's kernel as `npm test` builds it. */
export const kernelModule = new WebAssembly.Module(readFileSync(ensureKernel()));
