import { appendFile, readFile, writeFile } from "node:fs/promises";
import type { Delivery } from "../jv-data/race-day.ts";

export interface DayFile {
  /** Appends what has arrived by an instant (unix seconds) and is not in the file. */
  writeUntil(at: number): Promise<void>;
}

/**
 * Opens the file, which continues where an earlier run ended. A file with another beginning starts again.
 * @param deliveries in the order of time
 */
export async function openDayFile(path: string, deliveries: readonly Delivery[]): Promise<DayFile> {
  const all = Buffer.concat(deliveries.flatMap(({ records }) => records));
  const written = await readFile(path).catch(() => Buffer.alloc(0));
  let size = written.length;
  if (!written.equals(all.subarray(0, size))) {
    await writeFile(path, "");
    size = 0;
  }
  return {
    async writeUntil(at) {
      const end = bytesUntil(deliveries, at);
      if (end <= size) return;
      await appendFile(path, all.subarray(size, end));
      size = end;
    },
  };
}

export function bytesUntil(deliveries: readonly Delivery[], at: number): number {
  return deliveries
    .filter((delivery) => delivery.at <= at)
    .reduce((sum, { records }) => sum + records.reduce((bytes, { length }) => bytes + length, 0), 0);
}
