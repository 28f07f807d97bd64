/** Watches heap and buffers of this process, garbage included, whenever the measured work yields. */
export function watchMemory() {
  const used = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  globalThis.gc?.();
  const before = used();
  let peak = before;
  return {
    yieldAndRenewLease: async () => {
      peak = Math.max(peak, used());
    },
    /** How much they have grown at most since the watch began. */
    peakMegabytes: () => (peak - before) / 1e6,
  };
}
