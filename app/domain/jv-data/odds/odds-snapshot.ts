import { addDays } from "#app/domain/racing/japan-time.ts";
import { compareTexts } from "#app/domain/racing/plain/compare-texts.ts";
import type { IdentifiedRecord, RecordIdentity } from "../record-identity.ts";
import { ODDS_KINDS, type OddsKind } from "../record-kinds.ts";
import { noFindings } from "../record-view.ts";
import { CANCELLED, DELETED } from "../stages.ts";
import { type OddsPool, readOddsPools } from "./odds-pools.ts";
import { packPools } from "./packed-odds.ts";

export interface OddsSnapshot extends OddsOrder {
  raceId: string;
  kind: OddsKind;
  madeOn: string;
  pools: OddsPool[];
}

/** Within a race and kind the greater order is newer, then the greater text. */
export interface StoredOdds {
  raceId: string;
  kind: OddsKind;
  order: string;
  odds: string;
}

export function parseOdds({ identity, bytes }: IdentifiedRecord): OddsSnapshot {
  const { id, stage, madeOn } = identity;
  const kind = kindOfOdds(identity);
  return {
    raceId: id,
    kind,
    stage,
    isFinal: isFinal(stage),
    announcedAt: momentOf(identity),
    madeOn,
    pools: stage === DELETED || stage === CANCELLED ? [] : readOddsPools(kind, bytes, noFindings()),
  };
}

export function storedOddsOf(record: IdentifiedRecord): StoredOdds {
  const { identity, odds = packPools(parseOdds(record).pools) } = record;
  return { raceId: identity.id, kind: kindOfOdds(identity), order: orderOf(identity), odds };
}

/** Total order of stored odds of one race and kind, older first. It does not depend on the order of arrival. */
export function compareOdds(one: StoredOdds, other: StoredOdds): number {
  return compareTexts(one.order, other.order) || compareTexts(one.odds, other.odds);
}

export interface OddsOrder {
  /** 1 intermediate, 2 last of the day before, 3 last, 4 and 5 confirmed, 9 cancelled, 0 deleted (without pools). */
  stage: string;
  isFinal: boolean;
  /** `2026-11-22T14:35`, Japan; null for final odds. */
  announcedAt: string | null;
}

export function readOrder(order: string): OddsOrder {
  const [, year = "", month = "", day = "", hour = "", minute = ""] =
    /^.(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(order) ?? [];
  const mark = order.charAt(STAGE_AT);
  const stage = mark === DELETED_MARK ? DELETED : mark;
  return {
    stage,
    isFinal: isFinal(stage),
    announcedAt: year === "" ? null : `${year}-${month}-${day}T${hour}:${minute}`,
  };
}

const STAGE_AT = 13;
const DELETED_MARK = ":";

/** Announcement (final odds last), stage, day of making: always 22 characters, so that texts compare as odds do. */
function orderOf(identity: RecordIdentity): string {
  const moment = (momentOf(identity) ?? "").replace(/\D/g, "").padEnd(12);
  const stage = identity.stage === DELETED ? DELETED_MARK : identity.stage;
  return `${lastRank(identity)}${moment}${stage}${identity.madeOn.replace(/\D/g, "")}`;
}

function kindOfOdds(identity: RecordIdentity): OddsKind {
  const kind = ODDS_KINDS.find((known) => known === identity.kind);
  if (kind === undefined) throw new RangeError(`${identity.kind} holds no odds`);
  return kind;
}

const isFinal = (stage: string): boolean => stage === "3" || stage === "4" || stage === "5";

/** Only intermediate odds have a time. Those of the day before precede the whole race day. */
function momentOf({ id, stage, announcedAt }: RecordIdentity): string | null {
  if (announcedAt !== null || stage !== "2") return announcedAt;
  const day = `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}`;
  return `${addDays(day, -1)}T23:59`;
}

/** 0 for odds of a moment, and for their deletion. */
function lastRank(identity: RecordIdentity): number {
  if (identity.stage === CANCELLED) return 2;
  if (identity.stage === DELETED) return momentOf(identity) === null ? 3 : 0;
  return isFinal(identity.stage) ? 1 : 0;
}
