/**
 * Miniflare calls its bindings through a thread, and sleeps in `Atomics.wait` meanwhile. That thread stores its signal
 * first and wakes afterwards; if the wake-up is late, it wakes the next call, which then finds no response and fails
 * with "false == true" (seen once in about 100,000 calls, on a busy machine). Here a wait that ends while the value is
 * unchanged continues to wait.
 */
const wait = Atomics.wait.bind(Atomics) as typeof Atomics.wait;

Atomics.wait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
  for (;;) {
    const outcome = wait(array, index, value, timeout);
    if (timeout !== undefined || outcome !== "ok" || Atomics.load(array, index) !== value) return outcome;
  }
}) as typeof Atomics.wait;
