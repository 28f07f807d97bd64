import { layOut, MEETING_HEAD, RACE_HEAD } from "./layout.ts";

/** 馬体重: body weights of a race. */
export const WH = layOut([
  ...RACE_HEAD,
  ["HappyoTime", 8],
  [
    "BataijyuInfo",
    [
      ["Umaban", 2],
      ["Bamei", 36],
      ["BaTaijyu", 3],
      ["ZogenFugo", 1],
      ["ZogenSa", 3],
    ],
    18,
  ],
]);

/** 天候馬場状態: weather and going of a course's day. */
export const WE = layOut([
  ...MEETING_HEAD,
  ["HappyoTime", 8],
  ["HenkoID", 1],
  ["TenkoCD", 1],
  ["SibaBabaCD", 1],
  ["DirtBabaCD", 1],
  ["TenkoCDBefore", 1],
  ["SibaBabaCDBefore", 1],
  ["DirtBabaCDBefore", 1],
]);

/** 出走取消・競走除外: a horse that does not run. */
export const AV = layOut([...RACE_HEAD, ["HappyoTime", 8], ["Umaban", 2], ["Bamei", 36], ["JiyuKubun", 3]]);

/** 騎手変更: another jockey. */
export const JC = layOut([
  ...RACE_HEAD,
  ["HappyoTime", 8],
  ["Umaban", 2],
  ["Bamei", 36],
  ["Futan", 3],
  ["KisyuCode", 5],
  ["KisyuName", 34],
  ["MinaraiCD", 1],
  ["FutanBefore", 3],
  ["KisyuCodeBefore", 5],
  ["KisyuNameBefore", 34],
  ["MinaraiCDBefore", 1],
]);

/** 発走時刻変更: another start time. */
export const TC = layOut([...RACE_HEAD, ["HappyoTime", 8], ["Ji", 2], ["Fun", 2], ["JiBefore", 2], ["FunBefore", 2]]);

/** コース変更: another course or distance. */
export const CC = layOut([
  ...RACE_HEAD,
  ["HappyoTime", 8],
  ["Kyori", 4],
  ["TruckCd", 2],
  ["KyoriBefore", 4],
  ["TruckCdBefore", 2],
  ["JiyuCd", 1],
]);
