import * as z from "zod";
import { isHash, leafHash, nodeHash } from "./hashes.ts";
import { type Head, headSeal, type PublishedDay, type PublishedRoots } from "./heads.ts";
import { readBody, type SealBody } from "./sealed-body.ts";

const hash = z.string().refine(isHash);
const headSchema = z.strictObject({ at: z.string(), root: hash, count: z.int().min(1) });
/** The proof of one leaf, as a file. */
const proofSchema = z.strictObject({
  /** The sealed text itself, so that it need not be reproduced. */
  body: z.string(),
  /** Sibling hashes from the leaf to the root with their sides; the last one is the head's own. */
  path: z.array(z.string().regex(/^[LR][0-9a-f]{64}$/)).min(1),
  root: hash,
  /** The first head that contains the leaf. */
  head: headSchema,
  /** The last head of the day. */
  last: headSchema,
  /** Hashes that prove that the last head's tree continues that of the first (RFC 9162, 2.1.4.2). */
  consistency: z.array(hash),
});
export type SealProof = z.infer<typeof proofSchema>;

export function writeSealProof({ body, path, root, head, last, consistency }: SealProof): string {
  return JSON.stringify({ body, path, root, head: copyHead(head), last: copyHead(last), consistency });
}

function copyHead({ at, root, count }: Head): Head {
  return { at, root, count };
}

/**
 * Faults of a proof.
 * - form: not the offered file, to the character
 * - unknown-head: a head was never published
 * - chain: the published days do not follow each other, or a day's root is not that of its last head
 * - content: the text, or a hash on its path, does not lead to the head
 * - last-head: the day's last head does not continue the first one
 * - time: sealed before it was made
 */
export type Fault = "form" | "unknown-head" | "chain" | "content" | "last-head" | "time";

export type Checked =
  | { kind: "broken"; fault: Fault }
  | {
      kind: "whole";
      body: SealBody;
      /** Hash of the leaf. */
      seal: string;
      head: Head;
      day: PublishedDay;
      /** In no head before the start that was announced at the time of sealing. */
      isLate: boolean;
      /** Whether the file reaches the day's last published head. */
      isUpToDate: boolean;
    };

const broken = (fault: Fault): Checked => ({ kind: "broken", fault });

/** Checks a proof file against published roots, like public/verify.mjs. */
export async function checkSealProof(text: string, roots: PublishedRoots): Promise<Checked> {
  const proof = readProof(text);
  const body = proof === null ? null : readBody(proof.body);
  if (proof === null || body === null) return broken("form");
  const { head, last } = proof;
  const day = roots.days.find(({ heads }) => heads.some((published) => isSameHead(published, head)));
  if (day === undefined || !day.heads.some((published) => isSameHead(published, last))) return broken("unknown-head");
  if (!isChained(roots.days, day)) return broken("chain");

  const seal = await leafHash(proof.body);
  let tree = seal;
  for (const step of proof.path.slice(0, -1)) {
    tree = step.startsWith("L") ? await nodeHash(step.slice(1), tree) : await nodeHash(tree, step.slice(1));
  }
  const headHash = await headSeal(head, day);
  const root = await nodeHash(headHash, tree);
  if (proof.path.at(-1) !== `L${headHash}` || root !== head.root || proof.root !== root) return broken("content");
  const later = await continueTree(tree, { from: head.count, to: last.count, proof: proof.consistency });
  if (later === null || (await nodeHash(await headSeal(last, day), later)) !== last.root) return broken("last-head");
  if (body.at > head.at) return broken("time");
  return {
    kind: "whole",
    ...{ body, seal, head, day },
    isLate: head.at >= body.start,
    isUpToDate: last.root === day.root,
  };
}

function readProof(text: string): SealProof | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const proof = proofSchema.safeParse(parsed);
    // Numbers, escapes and spaces have one spelling, so that every changed character is detected.
    return proof.success && JSON.stringify(parsed) === text && writeSealProof(proof.data) === text ? proof.data : null;
  } catch {
    return null;
  }
}

function isSameHead(one: Head, other: Head): boolean {
  return one.at === other.at && one.root === other.root && one.count === other.count;
}

/** Each day follows the one before, and its figures are those of its last head. */
function isChained(days: readonly PublishedDay[], day: PublishedDay): boolean {
  const [newest] = day.heads;
  const isOfLast = newest !== undefined && newest.root === day.root && newest.count === day.count;
  const falls = day.heads.every(({ at, count }, index) => {
    const before = day.heads[index + 1];
    return before === undefined || (before.count < count && before.at <= at);
  });
  return isOfLast && falls && days.every(({ previous }, index) => previous === (days[index + 1]?.root ?? previous));
}

/** Hash of the tree of `to` leaves that continues `tree` of `from`; null if the proof fails (RFC 9162, 2.1.4.2). */
async function continueTree(
  tree: string,
  { from, to, proof }: { from: number; to: number; proof: readonly string[] },
): Promise<string | null> {
  if (from === to) return proof.length === 0 ? tree : null;
  if (from > to) return null;
  let [earlier, later] = [from - 1, to - 1];
  while (earlier % 2 === 1) [earlier, later] = halve(earlier, later);
  // The earlier tree is perfect, so the proof begins with its hash.
  const [first, ...rest] = earlier === 0 ? [tree, ...proof] : proof;
  if (first === undefined) return null;
  let [old, grown] = [first, first];
  for (const beside of rest) {
    if (later === 0) return null;
    if (earlier % 2 === 1 || earlier === later) {
      [old, grown] = [await nodeHash(beside, old), await nodeHash(beside, grown)];
      while (earlier % 2 === 0 && earlier !== 0) [earlier, later] = halve(earlier, later);
    } else {
      grown = await nodeHash(grown, beside);
    }
    [earlier, later] = halve(earlier, later);
  }
  return later === 0 && old === tree ? grown : null;
}

function halve(one: number, other: number): [number, number] {
  return [Math.floor(one / 2), Math.floor(other / 2)];
}
