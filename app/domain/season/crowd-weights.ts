import { groupBy } from "#app/domain/racing/group-by.ts";

/** With the most weight. */
const MOST_MEMBERS = 200;
export const FEWEST_MEMBERS = 20;
/** Largest weight of an owner's models together … */
const OWNER_SHARE = 0.05;
/** … or with few owners this factor of an equal share. */
const FEW_OWNERS_FACTOR = 1.5;
const ROUNDS = 50;

export interface CrowdMember {
  modelId: number;
  userId: number;
  /** Shrunken skill on earlier days, pseudo-R². */
  value: number;
}

export interface WeightedMember extends CrowdMember {
  weight: number;
}

/**
 * Weights in proportion to shrunken skill, 0 at or below a lottery's. Weight above an owner's cap goes to the others in
 * proportion. Empty with fewer than twenty members.
 */
export function weighMembers(candidates: readonly CrowdMember[]): WeightedMember[] {
  const members = candidates
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value || a.modelId - b.modelId)
    .slice(0, MOST_MEMBERS);
  if (members.length < FEWEST_MEMBERS) return [];
  const owners = groupBy(members, ({ userId }) => userId);
  const cap = Math.max(OWNER_SHARE, FEW_OWNERS_FACTOR / owners.size);
  const shares = capShares(
    [...owners.values()].map((own) => own.reduce((sum, { value }) => sum + value, 0)),
    Math.min(1, cap),
  );
  const shareOf = new Map([...owners.keys()].map((userId, i) => [userId, shares[i]!]));
  return members.map((member) => {
    const own = owners.get(member.userId)!.reduce((sum, { value }) => sum + value, 0);
    return { ...member, weight: (shareOf.get(member.userId)! * member.value) / own };
  });
}

/** Shares in proportion to sizes, capped; the cap times their number is at least 1. */
function capShares(sizes: readonly number[], cap: number): number[] {
  const isCapped = sizes.map(() => false);
  let shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const capped = isCapped.filter(Boolean).length;
    const rest = sizes.reduce((sum, size, i) => (isCapped[i] ? sum : sum + size), 0);
    shares = sizes.map((size, i) => (isCapped[i] ? cap : ((1 - capped * cap) * size) / rest));
    const above = shares.findIndex((share, i) => !isCapped[i] && share > cap + 1e-12);
    if (above < 0) break;
    shares.forEach((share, i) => {
      if (share > cap + 1e-12) isCapped[i] = true;
    });
  }
  return shares;
}
