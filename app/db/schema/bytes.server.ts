import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import { customType } from "drizzle-orm/sqlite-core";

/**
 * D1 gives bytes as a list of numbers. It would send them so too, eight bytes of memory and four characters for each: they go
 * as hexadecimal text.
 */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array | ArrayBuffer | number[] }>({
  dataType: () => "blob",
  toDriver: (value) => sql`unhex(${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")})`,
  fromDriver: (value) => new Uint8Array(value),
});
