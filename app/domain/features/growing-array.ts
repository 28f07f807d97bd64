type NumberArray = Int32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array | Float32Array;

type ArrayType<T> = new (length: number) => T;

/** Of a history of which nothing is known. */
const CAPACITY = 4096;

/** A typed array that is filled value by value. */
export class GrowingArray<T extends NumberArray> {
  readonly #arrayType: ArrayType<T>;
  #array: T;
  #length = 0;

  /** @param capacity how many values there will be, if that is known: they are neither moved nor copied then */
  constructor(arrayType: ArrayType<T>, capacity = CAPACITY) {
    this.#arrayType = arrayType;
    this.#array = new arrayType(Math.max(1, capacity));
  }

  push(value: number): void {
    if (this.#length === this.#array.length) {
      const larger = new this.#arrayType(this.#length * 2);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.#length] = value;
    this.#length += 1;
  }

  /** Returns the values as an array; no more can be pushed afterwards. */
  trim(): T {
    const isFull = this.#length === this.#array.length;
    const trimmed = isFull ? this.#array : (this.#array.slice(0, this.#length) as T);
    // Free the spare capacity at once: a history has thirty of these arrays.
    this.#array = new this.#arrayType(0);
    return trimmed;
  }
}

export function trimAll<T extends Record<string, GrowingArray<NumberArray>>>(
  columns: T,
): { [K in keyof T]: ReturnType<T[K]["trim"]> } {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.trim()])) as {
    [K in keyof T]: ReturnType<T[K]["trim"]>;
  };
}
