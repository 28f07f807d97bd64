/** Exports of kernel/logit.ts. Arguments are byte offsets in the memory and counts. */
export interface LogitKernel {
  measureCodes(codes: number, raceStart: number, raceCount: number, result: number): void;
  writeValues(
    codes: number,
    raceStart: number,
    raceCount: number,
    isStarter: number,
    factor: number,
    out: number,
  ): void;
  writeMissing(codes: number, rowCount: number, isStarter: number, mark: number, out: number): void;
  areSame(a: number, b: number, rowCount: number): number;
  evaluate(
    tiles: number,
    tileBytes: number,
    tileCount: number,
    raceStart: number,
    isWinner: number,
    from: number,
    to: number,
    weights: number,
    gradient: number,
    partial: number,
    outputs: number,
    result: number,
  ): void;
  addCovariances(
    tiles: number,
    tileBytes: number,
    tileCount: number,
    raceStart: number,
    from: number,
    to: number,
    line: number,
    mean: number,
    matrix: number,
  ): void;
}

/** @param module compiled `.kernel/trees.wasm`: a Worker may not compile from bytes, so its entry imports it */
export function openLogitKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): LogitKernel {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as LogitKernel;
}
