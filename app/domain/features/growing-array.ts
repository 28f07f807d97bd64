type NumberArray = Int32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array | Float32Array;

type ArrayType<T> = new (length: number) => T;

const CAPACITY = 4096;

class GrowingArray<T extends NumberArray> {
  readonly #arrayType: ArrayType<T>;
  #array: T;
  #length = 0;

  /** @param capacity the final number of values, if known: avoids copying */
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
    // Frees the spare capacity at once: a history has thirty of these arrays.
    this.#array = new this.#arrayType(0);
    return trimmed;
  }
}

type ArrayTypes = Readonly<Record<string, ArrayType<NumberArray> & { prototype: NumberArray }>>;

export type GrowingArrays<Types extends ArrayTypes> = { [K in keyof Types]: GrowingArray<Types[K]["prototype"]> };

export function growAll<Types extends ArrayTypes>(types: Types, capacity?: number): GrowingArrays<Types> {
  const arrays = Object.entries(types).map(([name, type]) => [name, new GrowingArray(type, capacity)]);
  return Object.fromEntries(arrays) as GrowingArrays<Types>;
}

export function trimAll<T extends Record<string, GrowingArray<NumberArray>>>(
  arrays: T,
): { [K in keyof T]: ReturnType<T[K]["trim"]> } {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.trim()])) as {
    [K in keyof T]: ReturnType<T[K]["trim"]>;
  };
}
