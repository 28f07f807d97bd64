import type { LogitKernel } from "./kernel.ts";
import { createReference } from "./reference.ts";

/**
 * Binds the loops to a memory: the compiled module if given, otherwise the TypeScript reference, which returns the same
 * bytes several times more slowly.
 *
 * @param module compiled `build/kernel/trees.wasm`: a Worker may not compile from bytes, so its entry imports it
 */
export function openLogitKernel(module: WebAssembly.Module | null, memory: WebAssembly.Memory): LogitKernel {
  if (module === null) return createReference(memory);
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as LogitKernel;
}
