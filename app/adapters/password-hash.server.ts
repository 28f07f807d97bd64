import type { Argon2idParams, computeHash } from "argon2id/lib/setup.js";
import setupArgon2id from "argon2id/lib/setup.js";

type PasswordHash = `$argon2id$${string}`;

/** argon2id with OWASP's parameters (19 MiB, 2 passes), as a PHC string. */
export interface PasswordHasher {
  /** @param options visitor: gets priority after "busy" @throws {RangeError} beyond the limits of length */
  hash(password: string, options?: { visitor?: string }): Promise<PasswordHash | typeof BUSY>;
  /** False if the string cannot be parsed. */
  verify(password: string, phc: string, options?: { visitor?: string }): Promise<boolean | typeof BUSY>;
}

export const BUSY = "busy";

/** Limits the work of a request. */
const MAX_PASSWORD_CHARACTERS = 256;

const PARAMETERS = { memorySize: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;

/** Minimum of the argon2id library; shorter passwords are padded and never match. */
const MIN_PASSWORD_BYTES = 8;

/** Verified for unknown accounts, so that the response takes as long. */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

export interface Turns {
  take<T>(work: () => T, options?: { visitor?: string | undefined }): Promise<T | typeof BUSY>;
}

/** A waiter that has not polled for this long was cancelled. */
const ABANDONED_AFTER_MS = 3_000;
const LOOK_EVERY_MS = 10;

const REMEMBERED_MS = 10_000;
const REMEMBERED_VISITORS = 1_000;

/** The work of a cancelled request may be measured late. */
const LONGEST_REST_MS = 500;

/**
 * Runs one piece of work at a time, followed by a rest of the same length: a hash blocks the thread for 50 ms.
 * Waiters poll with their own timers, because a cancelled request never runs again.
 */
export function createTurns({
  maxWaiting,
  maxReturning = maxWaiting,
  clock = () => Date.now(),
  pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_EVERY_MS)),
}: {
  maxWaiting: number;
  maxReturning?: number;
  /** Milliseconds. A Worker's clock does not advance while it computes. */
  clock?: () => number;
  pause?: () => Promise<void>;
}): Turns {
  let places: { lookedAt: number }[] = [];
  let startedAt: number | null = null;
  let restsUntil = 0;
  const turnedAway = new Map<string, number>();

  function hasPlace(visitor: string | undefined): boolean {
    const wasAt = visitor === undefined ? undefined : turnedAway.get(visitor);
    const isReturning = wasAt !== undefined && clock() - wasAt < REMEMBERED_MS;
    return places.length <= (isReturning ? maxReturning : maxWaiting);
  }

  function remember(visitor: string): void {
    turnedAway.delete(visitor);
    turnedAway.set(visitor, clock());
    const [oldest] = turnedAway.keys();
    if (turnedAway.size > REMEMBERED_VISITORS && oldest !== undefined) turnedAway.delete(oldest);
  }

  /** Called by the first to see the clock after the work. */
  function measureWork(): void {
    if (startedAt === null) return;
    restsUntil = clock() + Math.min(clock() - startedAt, LONGEST_REST_MS);
    startedAt = null;
  }

  async function waitForTurn(mine: { lookedAt: number }): Promise<void> {
    do {
      await pause();
      measureWork();
      mine.lookedAt = clock();
      places = places.filter((place) => clock() - place.lookedAt < ABANDONED_AFTER_MS);
      // Considered abandoned while the thread was blocked: rejoin at the end.
      if (!places.includes(mine)) places.push(mine);
    } while (places[0] !== mine || clock() < restsUntil);
  }

  return {
    async take(work, { visitor } = {}) {
      places = places.filter((place) => clock() - place.lookedAt < ABANDONED_AFTER_MS);
      if (!hasPlace(visitor)) {
        if (visitor !== undefined) remember(visitor);
        return BUSY;
      }
      const mine = { lookedAt: clock() };
      places.push(mine);
      try {
        await waitForTurn(mine);
        if (visitor !== undefined) turnedAway.delete(visitor);
        startedAt = clock();
        try {
          return work();
        } finally {
          places = places.filter((place) => place !== mine);
          await pause();
          measureWork();
        }
      } finally {
        places = places.filter((place) => place !== mine);
      }
    },
  };
}

export interface OwnedPasswordHasher extends PasswordHasher {
  /** Frees the instance's memory; running and waiting work keeps it. */
  release(): void;
}

/** One per isolate: an instance of 65 MiB and one queue. @param modules compiled: a Worker compiles no bytes */
export function createPasswordHasher({
  modules,
  turns = createTurns({ maxWaiting: 4, maxReturning: 8 }),
}: {
  modules: { simd: WebAssembly.Module; noSimd: WebAssembly.Module };
  turns?: Turns;
}): OwnedPasswordHasher {
  let compute: computeHash | undefined;
  async function ready(): Promise<computeHash> {
    // Concurrent first requests may both create an instance. Promises are not shared between requests.
    const made =
      compute ??
      (await setupArgon2id(
        (imports) => instantiate(modules.simd, imports),
        (imports) => instantiate(modules.noSimd, imports),
      ));
    compute ??= made;
    return compute;
  }
  return {
    async hash(password, { visitor } = {}) {
      if (!isHashable(password))
        throw new RangeError("a password must have 8 bytes at least and 256 characters at most");
      const argon2id = await ready();
      const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
      return turns.take(() => formatPhc(argon2id({ ...PARAMETERS, salt, password: passwordBytes(password) }), salt), {
        visitor,
      });
    },
    async verify(password, phc, { visitor } = {}) {
      const stored = parsePhc(phc);
      if (stored === null) return false;
      const argon2id = await ready();
      const digest = await turns.take(() => argon2id({ ...stored.parameters, password: passwordBytes(password) }), {
        visitor,
      });
      if (digest === BUSY) return BUSY;
      return isEqual(digest, stored.digest) && isHashable(password);
    },
    release() {
      compute = undefined;
    },
  };
}

export const NO_PASSWORDS: PasswordHasher = {
  hash: () => Promise.reject(new Error("passwords are hashed in the web Worker only")),
  verify: () => Promise.reject(new Error("passwords are verified in the web Worker only")),
};

async function instantiate(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  return { instance: await WebAssembly.instantiate(module, imports), module };
}

function isHashable(password: string): boolean {
  return [...password].length <= MAX_PASSWORD_CHARACTERS && utf8(password).length >= MIN_PASSWORD_BYTES;
}

/** NFC, so that the same characters typed on another system match. */
function passwordBytes(password: string): Uint8Array {
  const bytes = utf8(isHashable(password) ? password : "");
  return bytes.length >= MIN_PASSWORD_BYTES ? bytes : new Uint8Array(MIN_PASSWORD_BYTES);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text.normalize("NFC"));
}

function formatPhc(digest: Uint8Array, salt: Uint8Array): PasswordHash {
  const { memorySize, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memorySize},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(digest)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parsePhc(phc: string): { parameters: Omit<Argon2idParams, "password">; digest: Uint8Array } | null {
  const [, memorySize, passes, parallelism, salt, tag] = PHC.exec(phc) ?? [];
  if (memorySize === undefined || passes === undefined || parallelism === undefined) return null;
  if (salt === undefined || tag === undefined) return null;
  const digest = fromBase64(tag);
  return {
    parameters: {
      memorySize: Number(memorySize),
      passes: Number(passes),
      parallelism: Number(parallelism),
      salt: fromBase64(salt),
      tagLength: digest.length,
    },
    digest,
  };
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** Without padding, as in PHC strings. */
function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
