import { findHeads, findSeal, readSubtrees, type SealKey, type SealRecord } from "#app/db/seal/seal-reads.server.ts";
import type { OwnAnalysis } from "#app/domain/plans/plan-holder.ts";
import { type Head, headSeal } from "#app/domain/seal/heads.ts";
import { type SealProof, writeSealProof } from "#app/domain/seal/seal-proof.ts";
import { japanInstant } from "#app/domain/seal/sealed-body.ts";
import { consistencyRanges, coverOf, inclusionSteps, rangeHash, type Subtree } from "#app/domain/seal/tree.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** waiting: in no head yet. erased: the text was deleted. none: never sealed. */
export type SealProofFile =
  | { kind: "proof"; file: string }
  /** dueAt: latest time of its head. */
  | { kind: "waiting"; hash: string; dueAt: number }
  | { kind: "erased" | "none" };

const HEAD_WITHIN_SECONDS = 300;

/** Unix seconds. */
export function headDueAt(createdAt: number): number {
  return createdAt + HEAD_WITHIN_SECONDS;
}

/** Contains the sealed text: callers check who may see it. */
export async function sealProofOf(deps: Deps, by: SealKey): Promise<SealProofFile> {
  return sealProofOfRecord(deps, await findSeal(deps.db, by));
}

/** none: not the user's, deleted, or never sealed. */
export async function sealProofOfOwn(deps: Deps, { user, analysisId }: OwnAnalysis): Promise<SealProofFile> {
  return sealProofOf(deps, { analysisId, userId: user.id });
}

async function sealProofOfRecord(deps: Deps, seal: SealRecord | null): Promise<SealProofFile> {
  if (seal === null) return { kind: "none" };
  if (seal.body === null) return { kind: "erased" };
  if (seal.place === null) return { kind: "waiting", hash: seal.hash, dueAt: headDueAt(seal.createdAt) };
  const way = await findWay(deps, seal.place);
  return { kind: "proof", file: writeSealProof({ body: seal.body, ...way }) };
}

/** To its first head, and to the day's last; two round trips. */
export async function findWay(
  deps: Deps,
  { day, position }: { day: string; position: number },
): Promise<Omit<SealProof, "body">> {
  const heads = await findHeads(deps.db, { day, position });
  if (heads === null) throw new Error(`no head holds leaf ${position} of ${day}`);
  const { first, last } = heads;
  const steps = inclusionSteps(position, first.count);
  const growth = consistencyRanges(first.count, last.count);
  const read = await readHashes(deps, day, [...steps, ...growth].flatMap(coverOf));
  const path = await Promise.all(steps.map(async (step) => `${step.side}${await rangeHash(step, read)}`));
  return {
    path: [...path, `L${await headSeal(toHead(first), heads.day)}`],
    root: first.root,
    head: toHead(first),
    last: toHead(last),
    consistency: await Promise.all(growth.map((range) => rangeHash(range, read))),
  };
}

async function readHashes(deps: Deps, day: string, subtrees: readonly Subtree[]): Promise<(of: Subtree) => string> {
  const known = new Map<string, string>();
  for (const { level, index, hash } of await readSubtrees(deps.db, { day, subtrees })) {
    known.set(`${level} ${index}`, hash);
  }
  return ({ level, index }) => {
    const hash = known.get(`${level} ${index}`);
    if (hash === undefined) throw new Error(`subtree ${level} ${index} of ${day} is missing`);
    return hash;
  };
}

function toHead({ at, root, count }: { at: number; root: string; count: number }): Head {
  return { at: japanInstant(at), root, count };
}
