import { HEAD, layOut } from "./layout.ts";

const BEFORE_PEDIGREE = [
  ...HEAD,
  ["KettoNum", 10],
  ["DelKubun", 1],
  ["RegDate", 8],
  ["DelDate", 8],
  ["BirthDate", 8],
  ["Bamei", 36],
  ["BameiKana", 36],
  ["BameiEng", 60],
  ["ZaikyuFlag", 1],
  ["Reserved", 19],
  ["UmaKigoCD", 2],
  ["SexCD", 1],
  ["HinsyuCD", 1],
  ["KeiroCD", 2],
] as const;

const STABLE = [
  ["TozaiCD", 1],
  ["ChokyosiCode", 5],
  ["ChokyosiRyakusyo", 8],
  ["Syotai", 20],
] as const;

const ORIGIN = [
  ["SanchiName", 20],
  ["BanusiCode", 6],
  ["BanusiName", 64],
] as const;

const CAREER = [
  ...ORIGIN,
  ["RuikeiHonsyoHeiti", 9],
  ["RuikeiHonsyoSyogai", 9],
  ["RuikeiFukaHeichi", 9],
  ["RuikeiFukaSyogai", 9],
  ["RuikeiSyutokuHeichi", 9],
  ["RuikeiSyutokuSyogai", 9],
  ["ChakuSogo", 3, 6],
  ["ChakuChuo", 3, 6],
  ["ChakuKaisuBa", 18, 7],
  ["ChakuKaisuJyotai", 18, 12],
  ["ChakuKaisuKyori", 18, 6],
  ["Kyakusitu", 3, 4],
  ["RaceCount", 3],
] as const;

/** Numbers and names of fourteen ancestors. */
function pedigree<NumberLength extends number>(numberLength: NumberLength) {
  return [
    "Ketto3Info",
    [
      ["HansyokuNum", numberLength],
      ["Bamei", 36],
    ],
    14,
  ] as const;
}

/** 競走馬マスタ: a horse, with sire, dam, sire's sire, sire's dam, dam's sire and nine more ancestors. */
export const UM = layOut([
  ...BEFORE_PEDIGREE,
  pedigree(10),
  ...STABLE,
  ["BreederCode", 8],
  ["BreederName", 72],
  ...CAREER,
]);

/** Until August 2023, with shorter numbers of ancestors and breeders. */
export const UM_UNTIL_2023 = layOut([
  ...BEFORE_PEDIGREE,
  pedigree(8),
  ...STABLE,
  ["BreederCode", 6],
  ["BreederName", 70],
  ...CAREER,
]);

/** 競走馬マスタ地方: a regional horse; as UM without jump races. */
export const NU = layOut([
  ...BEFORE_PEDIGREE,
  pedigree(10),
  ...STABLE,
  ["BreederCode", 8],
  ["BreederName", 72],
  ...ORIGIN,
  ["RuikeiHonsyo", 9],
  ["RuikeiFuka", 9],
  ["RuikeiSyutoku", 9],
  ["ChakuSogo", 3, 6],
  ["ChakuTiho", 3, 6],
  ["ChakuKaisuBa", 18, 6],
  ["ChakuKaisuJyotai", 18, 8],
  ["ChakuKaisuKyori", 18, 6],
  ["Kyakusitu", 3, 4],
  ["RaceCount", 3],
]);
