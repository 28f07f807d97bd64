import { quote } from "#app/domain/racing/fields.ts";
import { isRegularPayout } from "#app/domain/racing/race.ts";
import { PAYOUT_FIELDS, type Payout } from "#app/domain/racing/records.ts";
import { isOrderedKind, TICKET_SIZES, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { HR } from "../layouts.ts";
import { openRecord, type RecordFindings } from "../record-view.ts";

export interface PayoutFacts {
  /** A pool without a winning ticket (特払) has one row whose numbers are 0: `0`, `0-0`. */
  payouts: Omit<Payout, "raceId">[];
  /** Horses whose tickets are refunded, ascending. */
  refundedHorses: number[];
}

/** Fields of each pool in HR, and the position of its flags. */
export const PAYOUT_POOLS = [
  { betType: "win", flag: 0, combination: "PayTansyo.Umaban", pay: "PayTansyo.Pay" },
  { betType: "place", flag: 1, combination: "PayFukusyo.Umaban", pay: "PayFukusyo.Pay" },
  { betType: "quinella", flag: 3, combination: "PayUmaren.Kumi", pay: "PayUmaren.Pay" },
  { betType: "bracket", flag: 2, combination: "PayWakuren.Umaban", pay: "PayWakuren.Pay" },
  { betType: "wide", flag: 4, combination: "PayWide.Kumi", pay: "PayWide.Pay" },
  { betType: "exacta", flag: 6, combination: "PayUmatan.Kumi", pay: "PayUmatan.Pay" },
  { betType: "trio", flag: 7, combination: "PaySanrenpuku.Kumi", pay: "PaySanrenpuku.Pay" },
  { betType: "trifecta", flag: 8, combination: "PaySanrentan.Kumi", pay: "PaySanrentan.Pay" },
] as const;

const HORSES = 28;

export function readPayoutFacts(bytes: Uint8Array, findings: RecordFindings): PayoutFacts {
  const view = openRecord(HR, bytes, findings);
  const flag = (name: "FuseirituFlag" | "TokubaraiFlag" | "HenkanUma", index: number): boolean => {
    const raw = view.raw(name, index);
    if (!/^[01 ]$/.test(raw)) view.refuse(name, `${quote(raw)} is neither 0 nor 1`);
    return raw === "1";
  };
  const facts: PayoutFacts = {
    payouts: [],
    refundedHorses: Array.from({ length: HORSES }, (_, index) => index + 1).filter((horse) =>
      flag("HenkanUma", horse - 1),
    ),
  };
  for (const { betType, flag: position, combination, pay } of PAYOUT_POOLS) {
    const isVoid = flag("FuseirituFlag", position);
    const isSpecial = flag("TokubaraiFlag", position);
    const seen = new Set<string>();
    for (let row = 0; row < HR.place(pay).repeat; row += 1) {
      const winners = view.raw(combination, row);
      const yen = view.fill(PAYOUT_FIELDS.payoutYen, pay, view.whole(pay, row) || "0");
      const isNobody = /^[0 ]*$/.test(winners);
      if (isVoid || (isNobody && yen === 0)) continue;
      if (isNobody && isRegularPayout({ payoutYen: yen })) {
        view.notice(combination, `${yen} yen to nobody: the ${betType} bets are taken as void`);
        continue;
      }
      const name = isNobody ? Array(TICKET_SIZES[betType]).fill(0).join("-") : combinationOf(betType, winners);
      if (name === null || seen.has(name)) {
        view.refuse(combination, `${quote(winners)} ${name === null ? "is no combination" : "stands twice"}`);
        continue;
      }
      if (isSpecial !== isNobody) view.notice(combination, `${quote(winners)} contradicts the flag of special payouts`);
      seen.add(name);
      facts.payouts.push({ betType, combination: name, payoutYen: yen });
    }
  }
  return facts;
}

/** `0804` is 4-8, or 8-4 where the order matters; null where a horse is missing or repeated. */
function combinationOf(kind: TicketKind, raw: string): string | null {
  if (kind === "bracket") return /^[1-8]{2}$/.test(raw) ? [...raw].sort().join("-") : null;
  if (!/^(?:\d\d)+$/.test(raw)) return null;
  const horses = (raw.match(/\d\d/g) ?? []).map(Number);
  if (!isOrderedKind(kind)) horses.sort((one, other) => one - other);
  const isSound = horses.every((horse, index) => horse > 0 && horse <= HORSES && horses.indexOf(horse) === index);
  return isSound ? horses.join("-") : null;
}
