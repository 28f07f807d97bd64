import { type ConditionReason, LEAST_WEIGHT_KG, MOST_WEIGHT_KG } from "#app/domain/what-if/conditions.ts";

type Field = "going" | "out" | "horse" | "jockey" | "kg" | "gate";

export const CONDITION_REFUSALS: Record<ConditionReason, { field: Field; text: string }> = {
  going: { field: "going", text: "馬場は良・稍重・重・不良から選んでください。" },
  "out-unknown": { field: "out", text: "出走表にない馬番が、取消に入っています。" },
  "out-all": { field: "out", text: "すべての馬を取消にはできません。1頭は残してください。" },
  "horse-missing": { field: "horse", text: "どの馬の条件を変えるかを選んでください。" },
  "horse-unknown": { field: "horse", text: "出走表にない馬です。もう一度選んでください。" },
  "horse-withdrawn": { field: "horse", text: "取消・除外で出走しない馬の条件は変えられません。" },
  "jockey-unknown": { field: "jockey", text: "この日に騎乗のある騎手から選んでください。" },
  kg: {
    field: "kg",
    text: `斤量は${LEAST_WEIGHT_KG}kgから${MOST_WEIGHT_KG}kgまで、0.5kgきざみで入れてください。`,
  },
  "kg-not-announced": { field: "kg", text: "この馬の斤量は発表前なので、変えられません。" },
  "gate-unknown": { field: "gate", text: "出走表にない馬番です。もう一度選んでください。" },
  "gate-taken": { field: "gate", text: "その馬番には、別の馬を移しています。先にそちらを戻してください。" },
};
