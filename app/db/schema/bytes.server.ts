import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import { customType } from "drizzle-orm/sqlite-core";

/** Sent as hexadecimal text: D1 would send a list of numbers, four characters a byte. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array | ArrayBuffer | number[] }>({
  dataType: () => "blob",
  toDriver: (value) => sql`unhex(${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")})`,
  fromDriver: (value) => new Uint8Array(value),
});
