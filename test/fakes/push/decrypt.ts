import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

/** What a browser keeps of its subscription to read messages. */
export interface ReceiverKeys {
  /** The number of P-256, 32 bytes. */
  privateKey: Buffer;
  /** 16 bytes. */
  auth: Buffer;
}

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Salt, record size, length of the key's id: the header of RFC 8188 before the sender's key. */
const HEADER_BYTES = SALT_BYTES + 4 + 1;
const POINT_BYTES = 65;
/** Closes the last record, before its padding. */
const LAST_DELIMITER = 2;

/**
 * Decrypts a message of one record as a browser does (RFC 8291), by Node's own primitives and nothing of the product.
 *
 * @throws if it is not encrypted for these keys, or not in that format
 */
export function decryptPush(message: Buffer, { privateKey, auth }: ReceiverKeys): string {
  const salt = message.subarray(0, SALT_BYTES);
  const recordSize = message.readUInt32BE(SALT_BYTES);
  const keyLength = message.readUInt8(HEADER_BYTES - 1);
  if (keyLength !== POINT_BYTES) throw new Error(`the sender's key has ${keyLength} bytes`);
  const senderKey = message.subarray(HEADER_BYTES, HEADER_BYTES + POINT_BYTES);
  const record = message.subarray(HEADER_BYTES + POINT_BYTES);
  if (record.length > recordSize) throw new Error("the message has more than one record");
  const receiver = createECDH("prime256v1");
  receiver.setPrivateKey(privateKey);
  const secret = receiver.computeSecret(senderKey);
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), receiver.getPublicKey(), senderKey]);
  const keying = derive(secret, auth, keyInfo, 32);
  const key = derive(keying, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(keying, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(record.length - TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, record.length - TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== LAST_DELIMITER) throw new Error("the record has no delimiter");
  return padded.subarray(0, end).toString("utf8");
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}
