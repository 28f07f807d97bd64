/** Marks a result that did not arrive in time. */
export const LATE = Symbol("late");

/**
 * The result of another request's work, or {@link LATE}: that request may have been cut off, in which case its promise
 * never settles.
 */
export async function waitAtMost<T>(milliseconds: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, milliseconds, LATE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
