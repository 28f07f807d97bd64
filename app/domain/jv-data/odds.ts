import { addDays } from "#app/domain/racing/japan-time.ts";
import { compareBytes } from "./compare-bytes.ts";
import { type OddsPool, readOddsPools } from "./odds-pools.ts";
import type { IdentifiedRecord } from "./record-identity.ts";
import { ODDS_KINDS, type OddsKind } from "./record-kinds.ts";
import { noFindings } from "./record-view.ts";
import { CANCELLED, DELETED } from "./stages.ts";

/** The odds of one moment. */
export interface OddsSnapshot {
  raceId: string;
  kind: OddsKind;
  /** 1 in between, 2 last of the day before, 3 last, 4 and 5 confirmed, 9 cancelled, 0 deleted (without pools). */
  stage: string;
  isFinal: boolean;
  /** `2026-11-22T14:35`, Japan; the end of the day before for stage 2, null for final odds, which have no time. */
  announcedAt: string | null;
  madeOn: string;
  pools: OddsPool[];
}

/** Reads an identified record of odds. */
export function parseOdds({ identity, bytes }: IdentifiedRecord): OddsSnapshot {
  const { id, stage, madeOn } = identity;
  const kind = ODDS_KINDS.find((known) => known === identity.kind);
  if (kind === undefined) throw new RangeError(`${identity.kind} holds no odds`);
  return {
    raceId: id,
    kind,
    stage,
    isFinal: isFinal(stage),
    announcedAt: momentOf(identity),
    madeOn,
    pools: stage === DELETED || stage === CANCELLED ? [] : readOddsPools(bytes, noFindings()),
  };
}

/**
 * Orders odds of one race and kind, the older first: by what was announced, final odds last; then stage, day of making
 * and bytes. A total order, so that the newest does not depend on the order of arrival.
 */
export function compareOdds(one: IdentifiedRecord, other: IdentifiedRecord): number {
  const [a, b] = [one.identity, other.identity];
  return (
    lastRank(a) - lastRank(b) ||
    compareTexts(momentOf(a) ?? "", momentOf(b) ?? "") ||
    compareTexts(stageKey(a.stage), stageKey(b.stage)) ||
    compareTexts(a.madeOn, b.madeOn) ||
    compareBytes(one.bytes, other.bytes)
  );
}

type Moment = IdentifiedRecord["identity"];

const isFinal = (stage: string): boolean => stage === "3" || stage === "4" || stage === "5";

/** Only odds in between have a time. Those of the end of the day before come before all of the race day. */
function momentOf({ id, stage, announcedAt }: Moment): string | null {
  if (announcedAt !== null || stage !== "2") return announcedAt;
  const day = `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}`;
  return `${addDays(day, -1)}T23:59`;
}

/** 0 for odds of a moment; a deletion of a moment's odds is of that moment. */
function lastRank(moment: Moment): number {
  if (moment.stage === CANCELLED) return 2;
  if (moment.stage === DELETED) return momentOf(moment) === null ? 3 : 0;
  return isFinal(moment.stage) ? 1 : 0;
}

const stageKey = (stage: string): string => (stage === DELETED ? ":" : stage);

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
