import type { Cadence } from "#app/domain/rankings/periods.ts";
import type { RankingPart } from "#app/domain/rankings/ranges/range-count.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/**
 * Counts of ranges of participants, of rankings that are too large for one message. Objects:
 * - `rankings/ranges/<cadence>/<period>/<plan>/plan.json`: who is counted, from which state of the ledger;
 * - `rankings/ranges/<cadence>/<period>/<plan>/<range>.json`: the count of one range, written once.
 *
 * A plan's name is the hash of what its counts depend on, so that a count never belongs to other participants or to an
 * earlier state of the ledger. Those that are left are deleted like other objects that the rankings' manifest does not name.
 */

/** To be raised when counts of the same plan would come out differently. */
const FORMAT = 1;

export interface RangesPlan {
  cadence: Cadence;
  periodKey: string;
  /** Data version and revision of each race day. */
  ledgerState: string;
  /** Per range: model and first race day that counts for it, by model. */
  ranges: [modelId: number, firstDay: string][][];
}

export interface PlanAddress {
  cadence: Cadence;
  periodKey: string;
  /** Hash of the plan. */
  name: string;
}

export interface RankingRanges {
  /** @returns its address; the same plan has the same one */
  addressOf(plan: RangesPlan): Promise<PlanAddress>;
  writePlan(address: PlanAddress, plan: RangesPlan): Promise<void>;
  readPlan(address: PlanAddress): Promise<RangesPlan | null>;
  /** Places of the ranges that are counted. */
  listCounted(address: PlanAddress): Promise<Set<number>>;
  /** Keeps the count of a range; the first one stays. */
  writePart(address: PlanAddress, range: number, parts: readonly RankingPart[]): Promise<void>;
  readPart(address: PlanAddress, range: number): Promise<RankingPart[] | null>;
  /** Deletes all plans and counts of a period. */
  deletePeriod(period: Pick<PlanAddress, "cadence" | "periodKey">): Promise<void>;
}

const PREFIX = "rankings/ranges/";
const httpMetadata = { contentType: "application/json" };

export function createRankingRanges(bucket: Pick<R2Bucket, "get" | "put" | "delete" | "list">): RankingRanges {
  const periodPrefix = ({ cadence, periodKey }: Pick<PlanAddress, "cadence" | "periodKey">) =>
    `${PREFIX}${cadence}/${periodKey}/`;
  const keyOf = (address: PlanAddress, object: number | "plan") =>
    `${periodPrefix(address)}${address.name}/${object}.json`;

  async function listKeys(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const page: R2Objects = await bucket.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
      keys.push(...page.objects.map(({ key }) => key));
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor !== undefined);
    return keys;
  }

  async function readJson<T>(key: string): Promise<T | null> {
    const object = await bucket.get(key);
    return object === null ? null : object.json<T>();
  }

  return {
    async addressOf(plan) {
      const { cadence, periodKey } = plan;
      return { cadence, periodKey, name: await sha256Hex(JSON.stringify([FORMAT, plan]), { bytes: 16 }) };
    },

    async writePlan(address, plan) {
      await bucket.put(keyOf(address, "plan"), JSON.stringify(plan), { httpMetadata });
    },

    readPlan: (address) => readJson<RangesPlan>(keyOf(address, "plan")),

    async listCounted(address) {
      const prefix = `${periodPrefix(address)}${address.name}/`;
      const names = (await listKeys(prefix)).map((key) => key.slice(prefix.length, -".json".length));
      return new Set(names.filter((name) => name !== "plan").map(Number));
    },

    async writePart(address, range, parts) {
      const onlyIf = { etagDoesNotMatch: "*" };
      await bucket.put(keyOf(address, range), JSON.stringify(parts), { onlyIf, httpMetadata });
    },

    readPart: (address, range) => readJson<RankingPart[]>(keyOf(address, range)),

    async deletePeriod(period) {
      const keys = await listKeys(periodPrefix(period));
      // As many as R2 deletes at once.
      for (let at = 0; at < keys.length; at += 1000) await bucket.delete(keys.slice(at, at + 1000));
    },
  };
}
