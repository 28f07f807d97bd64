import type { Permit } from "#app/db/accounts/rate-limits.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/** How many mails may be requested, whatever they are about; addresses appear as hashes only. */

const PER_RECEIVER = { limit: 5, windowSeconds: 3600 };
const PER_SENDER = { limit: 60, windowSeconds: 3600 };

/** Of the connection that asks. */
export async function mailSenderPermit(clientAddress: string): Promise<Permit> {
  return { key: `mail:address:${await sha256Hex(clientAddress)}`, ...PER_SENDER };
}

/** Of the address that the mail goes to. */
export async function mailReceiverPermit(normalizedEmail: string): Promise<Permit> {
  return { key: `mail:receiver:${await sha256Hex(normalizedEmail)}`, ...PER_RECEIVER };
}

/** Of the address that a link for a new password goes to, after {@link mailReceiverPermit} has none left. */
export async function resetMailPacePermit(normalizedEmail: string): Promise<Permit> {
  return { key: `mail:reset-pace:${await sha256Hex(normalizedEmail)}`, limit: 1, windowSeconds: 120 };
}

/** Of a user whose mailbox is told of what they ask for: a count of its own, which no stranger can use up. */
export function mailUserPermit(userId: number): Permit {
  return { key: `mail:user:${userId}`, ...PER_RECEIVER };
}
