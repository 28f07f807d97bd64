import { crc32, deflateRawSync } from "node:zlib";

interface Entry {
  /** Bytes of the name, as some programs write CP932. */
  name: string | Uint8Array;
  content: Uint8Array;
  /** Not compressed. */
  isStored?: boolean;
  /** What the archive claims instead of the truth. */
  claims?: { bytes?: number; checksum?: number; isEncrypted?: boolean; offset?: number };
}

/** A zip archive by the format's description, with whatever names and claims; nothing of the reader is used. */
export function zipFile(entries: readonly Entry[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name: given, content, isStored = false, claims = {} } of entries) {
    const name = Buffer.from(given);
    const packed = isStored ? content : deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((typeof given === "string" ? 0x800 : 0) | (claims.isEncrypted === true ? 1 : 0), 2);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(claims.checksum ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims.bytes ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(claims.offset ?? offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, rest, name);
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
