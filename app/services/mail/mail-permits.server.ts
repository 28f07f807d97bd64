import type { Permit } from "#app/db/accounts/rate-limits.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/** Over all kinds; addresses only as hashes. */

const PER_RECEIVER = { limit: 5, windowSeconds: 3600 };
const PER_SENDER = { limit: 60, windowSeconds: 3600 };

export async function mailSenderPermit(clientAddress: string): Promise<Permit> {
  return { key: `mail:address:${await sha256Hex(clientAddress)}`, ...PER_SENDER };
}

export async function mailReceiverPermit(normalizedEmail: string): Promise<Permit> {
  return { key: `mail:receiver:${await sha256Hex(normalizedEmail)}`, ...PER_RECEIVER };
}

/** Half a link's life, so that the newest mail always works. */
export const RESET_MAIL_PACE_SECONDS = 15 * 60;

export async function resetMailPaceKey(normalizedEmail: string): Promise<string> {
  return `mail:reset-pace:${await sha256Hex(normalizedEmail)}`;
}

/** Separate, so that strangers cannot exhaust it. */
export function mailUserPermit(userId: number): Permit {
  return { key: `mail:user:${userId}`, ...PER_RECEIVER };
}
