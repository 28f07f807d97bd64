/**
 * The fields that are read, by their names and positions in the specification; those of groups are `Group.Field`. For a
 * repeated field: how often, and the bytes from one occurrence to the next if that is not its length.
 */
type Positions = Readonly<Record<string, readonly [position: number, bytes: number, repeat?: number, stride?: number]>>;

interface FieldPlace {
  /** First occurrence, from 0. */
  start: number;
  length: number;
  repeat: number;
  stride: number;
}

export interface Layout<Name extends string = string> {
  place(name: Name): FieldPlace;
}

export type FieldOf<L> = L extends Layout<infer Name> ? Name : never;

export const LINE_END_BYTES = 2;

function layOut<const P extends Positions>(positions: P): Layout<keyof P & string> {
  const places = new Map<string, FieldPlace>();
  for (const [name, [position, bytes, repeat = 1, stride = bytes]] of Object.entries(positions))
    places.set(name, { start: position - 1, length: bytes, repeat, stride });
  return { place: (name) => places.get(name)! };
}

/** Stage (データ区分) and the day the record was made. */
const HEAD = { DataKubun: [3, 1], MakeDate: [4, 8] } as const;
/** Head and key of records about a course's day, and about a race. */
const MEETING = {
  ...HEAD,
  Year: [12, 4],
  MonthDay: [16, 4],
  JyoCD: [20, 2],
  Kaiji: [22, 2],
  Nichiji: [24, 2],
} as const;
const RACE = { ...MEETING, RaceNum: [26, 2] } as const;
const ANNOUNCED_RACE = { ...RACE, HappyoTime: [28, 8] } as const;

/** レース詳細: the race. */
export const RA = layOut({
  ...RACE,
  Hondai: [33, 60],
  GradeCD: [615, 1],
  SyubetuCD: [617, 2],
  KigoCD: [619, 3],
  JyuryoCD: [622, 1],
  // Conditions for horses of 2, 3, 4, and 5 years or more, and for the youngest that may run.
  JyokenCD: [623, 3, 5],
  JyokenName: [638, 60],
  Kyori: [698, 4],
  TrackCD: [706, 2],
  CourseKubunCD: [710, 2],
  Honsyokin: [714, 8, 7],
  HonsyokinBefore: [770, 8, 5],
  HassoTime: [874, 4],
  TorokuTosu: [882, 2],
  TenkoCD: [888, 1],
  SibaBabaCD: [889, 1],
  DirtBabaCD: [890, 1],
  LapTime: [891, 3, 25],
});

/** 馬毎レース情報: a horse in the race. */
export const SE = layOut({
  ...RACE,
  Wakuban: [28, 1],
  Umaban: [29, 2],
  KettoNum: [31, 10],
  Bamei: [41, 36],
  SexCD: [79, 1],
  Barei: [83, 2],
  TozaiCD: [85, 1],
  ChokyosiCode: [86, 5],
  ChokyosiRyakusyo: [91, 8],
  Futan: [289, 3],
  Blinker: [295, 1],
  KisyuCode: [297, 5],
  KisyuRyakusyo: [307, 8],
  MinaraiCD: [323, 1],
  BaTaijyu: [325, 3],
  ZogenFugo: [328, 1],
  ZogenSa: [329, 3],
  IJyoCD: [332, 1],
  KakuteiJyuni: [335, 2],
  Time: [339, 4],
  ChakusaCD: [343, 3],
  Jyuni1c: [352, 2],
  Jyuni2c: [354, 2],
  Jyuni3c: [356, 2],
  Jyuni4c: [358, 2],
  Odds: [360, 4],
  Ninki: [364, 2],
  Honsyokin: [366, 8],
  Fukasyokin: [374, 8],
  HaronTimeL3: [391, 3],
  TimeDiff: [532, 4],
});

/** 払戻: the payouts. Flags by bet type: 単勝 複勝 枠連 馬連 ワイド (reserved) 馬単 3連複 3連単. */
export const HR = layOut({
  ...RACE,
  FuseirituFlag: [32, 1, 9],
  TokubaraiFlag: [41, 1, 9],
  HenkanUma: [59, 1, 28],
  "PayTansyo.Umaban": [103, 2, 3, 13],
  "PayTansyo.Pay": [105, 9, 3, 13],
  "PayFukusyo.Umaban": [142, 2, 5, 13],
  "PayFukusyo.Pay": [144, 9, 5, 13],
  "PayWakuren.Umaban": [207, 2, 3, 13],
  "PayWakuren.Pay": [209, 9, 3, 13],
  "PayUmaren.Kumi": [246, 4, 3, 16],
  "PayUmaren.Pay": [250, 9, 3, 16],
  "PayWide.Kumi": [294, 4, 7, 16],
  "PayWide.Pay": [298, 9, 7, 16],
  "PayUmatan.Kumi": [454, 4, 6, 16],
  "PayUmatan.Pay": [458, 9, 6, 16],
  "PaySanrenpuku.Kumi": [550, 6, 3, 18],
  "PaySanrenpuku.Pay": [556, 9, 3, 18],
  "PaySanrentan.Kumi": [604, 6, 6, 19],
  "PaySanrentan.Pay": [610, 9, 6, 19],
});

/** 馬体重: body weights of a race. */
export const WH = layOut({
  ...ANNOUNCED_RACE,
  "BataijyuInfo.Umaban": [36, 2, 18, 45],
  "BataijyuInfo.Bamei": [38, 36, 18, 45],
  "BataijyuInfo.BaTaijyu": [74, 3, 18, 45],
  "BataijyuInfo.ZogenFugo": [77, 1, 18, 45],
  "BataijyuInfo.ZogenSa": [78, 3, 18, 45],
});

/** 天候馬場状態: weather and going of a course's day. */
export const WE = layOut({
  ...MEETING,
  HappyoTime: [26, 8],
  HenkoID: [34, 1],
  TenkoCD: [35, 1],
  SibaBabaCD: [36, 1],
  DirtBabaCD: [37, 1],
  SibaBabaCDBefore: [39, 1],
  DirtBabaCDBefore: [40, 1],
});

/** 出走取消・競走除外: a horse that does not run. */
export const AV = layOut({ ...ANNOUNCED_RACE, Umaban: [36, 2], Bamei: [38, 36] });

/** 騎手変更: another jockey. */
export const JC = layOut({
  ...ANNOUNCED_RACE,
  Umaban: [36, 2],
  Bamei: [38, 36],
  Futan: [74, 3],
  KisyuCode: [77, 5],
  KisyuName: [82, 34],
  MinaraiCD: [116, 1],
  KisyuCodeBefore: [120, 5],
  KisyuNameBefore: [125, 34],
});

/** 発走時刻変更: another start time. */
export const TC = layOut({ ...ANNOUNCED_RACE, Ji: [36, 2], Fun: [38, 2], JiBefore: [40, 2], FunBefore: [42, 2] });

/** コース変更: another course or distance. */
export const CC = layOut({
  ...ANNOUNCED_RACE,
  Kyori: [36, 4],
  TruckCd: [40, 2],
  KyoriBefore: [42, 4],
  TruckCdBefore: [46, 2],
});

const HORSE = { ...HEAD, KettoNum: [12, 10], Bamei: [47, 36], SexCD: [201, 1] } as const;

/** 競走馬マスタ: a horse, with sire, dam, sire's sire, sire's dam, dam's sire and nine more ancestors. */
export const UM = layOut({ ...HORSE, "Ketto3Info.Bamei": [215, 36, 14, 46] });
/** Until August 2023, with shorter numbers of ancestors. */
export const UM_UNTIL_2023 = layOut({ ...HORSE, "Ketto3Info.Bamei": [213, 36, 14, 44] });
export const UM_BYTES_UNTIL_2023 = 1577;

/** 単複枠: win, place and bracket odds. */
export const O1 = layOut({
  ...ANNOUNCED_RACE,
  TansyoFlag: [40, 1],
  FukusyoFlag: [41, 1],
  WakurenFlag: [42, 1],
  "OddsTansyoInfo.Umaban": [44, 2, 28, 8],
  "OddsTansyoInfo.Odds": [46, 4, 28, 8],
  "OddsTansyoInfo.Ninki": [50, 2, 28, 8],
  "OddsFukusyoInfo.Umaban": [268, 2, 28, 12],
  "OddsFukusyoInfo.OddsLow": [270, 4, 28, 12],
  "OddsFukusyoInfo.OddsHigh": [274, 4, 28, 12],
  "OddsFukusyoInfo.Ninki": [278, 2, 28, 12],
  "OddsWakurenInfo.Kumi": [604, 2, 36, 9],
  "OddsWakurenInfo.Odds": [606, 5, 36, 9],
  "OddsWakurenInfo.Ninki": [611, 2, 36, 9],
  TotalHyosuTansyo: [928, 11],
  TotalHyosuFukusyo: [939, 11],
  TotalHyosuWakuren: [950, 11],
});

/** 馬連: quinella odds, pairs from 01-02 to 17-18. */
export const O2 = layOut({
  ...ANNOUNCED_RACE,
  UmarenFlag: [40, 1],
  "OddsUmarenInfo.Kumi": [41, 4, 153, 13],
  "OddsUmarenInfo.Odds": [45, 6, 153, 13],
  "OddsUmarenInfo.Ninki": [51, 3, 153, 13],
  TotalHyosuUmaren: [2030, 11],
});

/** ワイド: odds that two horses are among the first three, as a range. */
export const O3 = layOut({
  ...ANNOUNCED_RACE,
  WideFlag: [40, 1],
  "OddsWideInfo.Kumi": [41, 4, 153, 17],
  "OddsWideInfo.OddsLow": [45, 5, 153, 17],
  "OddsWideInfo.OddsHigh": [50, 5, 153, 17],
  "OddsWideInfo.Ninki": [55, 3, 153, 17],
  TotalHyosuWide: [2642, 11],
});

/** 馬単: exacta odds, pairs from 01-02 to 18-17. */
export const O4 = layOut({
  ...ANNOUNCED_RACE,
  UmatanFlag: [40, 1],
  "OddsUmatanInfo.Kumi": [41, 4, 306, 13],
  "OddsUmatanInfo.Odds": [45, 6, 306, 13],
  "OddsUmatanInfo.Ninki": [51, 3, 306, 13],
  TotalHyosuUmatan: [4019, 11],
});

/** 3連複: odds of the first three in any order. */
export const O5 = layOut({
  ...ANNOUNCED_RACE,
  SanrenpukuFlag: [40, 1],
  "OddsSanrenInfo.Kumi": [41, 6, 816, 15],
  "OddsSanrenInfo.Odds": [47, 6, 816, 15],
  "OddsSanrenInfo.Ninki": [53, 3, 816, 15],
  TotalHyosuSanrenpuku: [12281, 11],
});

/** 3連単: odds of the first three in order. */
export const O6 = layOut({
  ...ANNOUNCED_RACE,
  SanrentanFlag: [40, 1],
  "OddsSanrentanInfo.Kumi": [41, 6, 4896, 17],
  "OddsSanrentanInfo.Odds": [47, 7, 4896, 17],
  "OddsSanrentanInfo.Ninki": [54, 4, 4896, 17],
  TotalHyosuSanrentan: [83273, 11],
});
