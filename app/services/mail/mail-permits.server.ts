import type { Permit } from "#app/db/accounts/rate-limits.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/** Limits on requested mails, over all kinds; addresses are stored as hashes only. */

const PER_RECEIVER = { limit: 5, windowSeconds: 3600 };
const PER_SENDER = { limit: 60, windowSeconds: 3600 };

/** Limit of the requesting connection. */
export async function mailSenderPermit(clientAddress: string): Promise<Permit> {
  return { key: `mail:address:${await sha256Hex(clientAddress)}`, ...PER_SENDER };
}

/** Limit of the receiving address. */
export async function mailReceiverPermit(normalizedEmail: string): Promise<Permit> {
  return { key: `mail:receiver:${await sha256Hex(normalizedEmail)}`, ...PER_RECEIVER };
}

/**
 * Pace of password reset links beyond {@link mailReceiverPermit}: half of what a link lives, so that the newest mail always has one
 * that works.
 */
export const RESET_MAIL_PACE_SECONDS = 15 * 60;

export async function resetMailPaceKey(normalizedEmail: string): Promise<string> {
  return `mail:reset-pace:${await sha256Hex(normalizedEmail)}`;
}

/** Limit for mails that inform a user about their own requests; separate, so that strangers cannot exhaust it. */
export function mailUserPermit(userId: number): Permit {
  return { key: `mail:user:${userId}`, ...PER_RECEIVER };
}
