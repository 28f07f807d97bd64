/**
 * Miniflare asks its bindings through a thread, and sleeps in `Atomics.wait` meanwhile. That thread stores its signal
 * first and wakes afterwards; when the waker is that late, it wakes the next call, which then finds no answer and fails
 * with "false == true" (seen once in some 100,000 calls, on a busy machine). A wait that ends while the value is still
 * the one it waits on goes on waiting.
 */
const wait = Atomics.wait.bind(Atomics) as typeof Atomics.wait;

Atomics.wait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
  for (;;) {
    const outcome = wait(array, index, value, timeout);
    if (timeout !== undefined || outcome !== "ok" || Atomics.load(array, index) !== value) return outcome;
  }
}) as typeof Atomics.wait;
