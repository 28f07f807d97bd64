/** Stands for what did not come in time. */
export const LATE = Symbol("late");

/**
 * What another request's work comes to, or {@link LATE}: that request may have been cut off, and its work then never ends.
 */
export async function waitAtMost<T>(milliseconds: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, milliseconds, LATE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
