import { MEETING_HEAD, RACE_HEAD } from "./race-forms.ts";
import { form } from "./record-writer.ts";

const ANNOUNCED = { ...RACE_HEAD, HappyoTime: [28, 8] } as const;

export const WE = form("WE", 42, {
  ...MEETING_HEAD,
  HappyoTime: [26, 8],
  HenkoID: [34, 1],
  TenkoCD: [35, 1],
  SibaBabaCD: [36, 1],
  DirtBabaCD: [37, 1],
  TenkoCDBefore: [38, 1],
  SibaBabaCDBefore: [39, 1],
  DirtBabaCDBefore: [40, 1],
});

export const WH = form("WH", 847, {
  ...ANNOUNCED,
  Umaban: [36, 2, 45],
  Bamei: [38, 36, 45],
  BaTaijyu: [74, 3, 45],
  ZogenFugo: [77, 1, 45],
  ZogenSa: [78, 3, 45],
});

export const AV = form("AV", 78, { ...ANNOUNCED, Umaban: [36, 2], Bamei: [38, 36], JiyuKubun: [74, 3] });

export const JC = form("JC", 161, {
  ...ANNOUNCED,
  Umaban: [36, 2],
  Bamei: [38, 36],
  Futan: [74, 3, 43],
  KisyuCode: [77, 5, 43],
  KisyuName: [82, 34, 43],
  MinaraiCD: [116, 1, 43],
});

export const TC = form("TC", 45, { ...ANNOUNCED, JiFun: [36, 4, 4] });

export const CC = form("CC", 50, { ...ANNOUNCED, Kyori: [36, 4, 6], TruckCd: [40, 2, 6], JiyuCd: [48, 1] });

const ODDS_HEAD = { ...ANNOUNCED, TorokuTosu: [36, 2], SyussoTosu: [38, 2] } as const;

export const O1 = form("O1", 962, {
  ...ODDS_HEAD,
  SaleFlag: [40, 1, 1],
  FukuChakuBaraiKey: [43, 1],
  "Win.Umaban": [44, 2, 8],
  "Win.Odds": [46, 4, 8],
  "Win.Ninki": [50, 2, 8],
  "Place.Umaban": [268, 2, 12],
  "Place.OddsLow": [270, 4, 12],
  "Place.OddsHigh": [274, 4, 12],
  "Place.Ninki": [278, 2, 12],
  "Bracket.Kumi": [604, 2, 9],
  "Bracket.Odds": [606, 5, 9],
  "Bracket.Ninki": [611, 2, 9],
  TotalHyo: [928, 11, 11],
});

/** Quotes of all combinations, each of so many bytes for its horses, odds and rank. */
function quotesForm(kind: string, length: number, [horses, odds, rank]: readonly [number, number, number]) {
  const stride = horses + odds + rank;
  return form(kind, length, {
    ...ODDS_HEAD,
    SaleFlag: [40, 1],
    Kumi: [41, horses, stride],
    Odds: [41 + horses, odds, stride],
    Ninki: [41 + horses + odds, rank, stride],
    TotalHyo: [length - 12, 11],
  });
}

export const O2 = quotesForm("O2", 2042, [4, 6, 3]);

export const O3 = form("O3", 2654, {
  ...ODDS_HEAD,
  SaleFlag: [40, 1],
  Kumi: [41, 4, 17],
  OddsLow: [45, 5, 17],
  OddsHigh: [50, 5, 17],
  Ninki: [55, 3, 17],
  TotalHyo: [2642, 11],
});

export const O4 = quotesForm("O4", 4031, [4, 6, 3]);

export const O5 = quotesForm("O5", 12_293, [6, 6, 3]);

export const O6 = quotesForm("O6", 83_285, [6, 7, 4]);
