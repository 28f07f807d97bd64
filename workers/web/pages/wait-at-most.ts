export const LATE = Symbol("late");

/**
 * Waits for another request's work, or returns {@link LATE}. That request may have been cut off, and its promise never
 * settles.
 */
export async function waitAtMost<T>(milliseconds: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, milliseconds, LATE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
