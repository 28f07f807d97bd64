import { GOING_WORDS } from "#app/components/parts/race-words.ts";
import type { WhatIf } from "#app/domain/views/what-if.ts";
import { type Conditions, type HorseConditions, NO_CONDITIONS, placesOf } from "#app/domain/what-if/conditions.ts";

/** A changed condition, and the query without it. */
export interface ChangedCondition {
  word: "馬場" | "馬番" | "騎手" | "斤量" | "取消";
  text: string;
  without: Conditions;
}

function formatWeight(kg: number | null): string {
  return kg === null ? "未発表" : kg.toFixed(1);
}

export function changedConditions({ race, entries, conditions }: WhatIf): ChangedCondition[] {
  const { going, out, horses } = conditions;
  const entryOf = new Map(entries.map((entry) => [entry.horseNum, entry]));
  const withHorse = (changed: HorseConditions): Conditions => ({
    ...conditions,
    horses: horses
      .map((horse) => (horse.horseNum === changed.horseNum ? changed : horse))
      .filter(({ jockey, carriedWeightKg, gate }) => jockey !== null || carriedWeightKg !== null || gate !== null),
  });
  const changes: ChangedCondition[] = [];
  if (going !== null) {
    const text = `${race.going === null ? "未発表" : GOING_WORDS[race.going]} → ${GOING_WORDS[going]}`;
    changes.push({ word: "馬場", text, without: { ...conditions, going: null } });
  }
  for (const horse of horses) {
    const { horseNum, gate, jockey, carriedWeightKg } = horse;
    const entry = entryOf.get(horseNum);
    if (gate !== null) {
      const text = `${horseNum}番 → ${gate}番（入れ替え）`;
      changes.push({ word: "馬番", text, without: withHorse({ ...horse, gate: null }) });
    }
    if (jockey !== null) {
      const text = `${horseNum}番 ${entry?.jockeyName ?? "未定"} → ${jockey.name}`;
      changes.push({ word: "騎手", text, without: withHorse({ ...horse, jockey: null }) });
    }
    if (carriedWeightKg !== null) {
      const text = `${horseNum}番 ${formatWeight(entry?.carriedWeightKg ?? null)} → ${formatWeight(carriedWeightKg)}`;
      changes.push({ word: "斤量", text, without: withHorse({ ...horse, carriedWeightKg: null }) });
    }
  }
  for (const horseNum of out) {
    const text = `${horseNum} ${entryOf.get(horseNum)?.horseName ?? ""}`;
    changes.push({ word: "取消", text, without: { ...conditions, out: out.filter((other) => other !== horseNum) } });
  }
  return changes;
}

/** By the feature that uses the value. */
export function partWords({ race, entries, conditions }: WhatIf, horseNum: number): (feature: string | null) => string {
  const entry = entries.find((one) => one.horseNum === horseNum);
  const own = conditions.horses.find((horse) => horse.horseNum === horseNum);
  const place = placesOf(entries, conditions).get(horseNum) ?? horseNum;
  const isAnyOther = conditions.going !== null || conditions.horses.some((horse) => horse.horseNum !== horseNum);
  return (feature) => {
    switch (feature) {
      case null:
        return isAnyOther ? "相手が変わった分" : "ほかの特徴との組み合わせ";
      case "騎手":
        return own?.jockey == null ? feature : `騎手 ${entry?.jockeyName ?? "未定"}→${own.jockey.name}`;
      case "斤量":
        return own?.carriedWeightKg == null
          ? feature
          : `斤量 ${formatWeight(entry?.carriedWeightKg ?? null)}→${formatWeight(own.carriedWeightKg)}`;
      case "枠番":
        return `馬番 ${horseNum}番→${place}番`;
      case "天気":
        return conditions.going === null
          ? feature
          : `馬場 ${race.going === null ? "未発表" : GOING_WORDS[race.going]}→${GOING_WORDS[conditions.going]}`;
      default:
        return feature;
    }
  };
}

/** Canonical: equal conditions have one query. */
export function whatIfSearch(modelId: number | null, conditions: Conditions = NO_CONDITIONS): string {
  const query = new URLSearchParams();
  if (modelId !== null) query.set("model", String(modelId));
  if (conditions.going !== null) query.set("going", conditions.going);
  for (const horseNum of conditions.out) query.append("out", String(horseNum));
  for (const { name, value } of horseFields(conditions)) query.append(name, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

interface HorseField {
  horseNum: number;
  name: "horse" | "jockey" | "kg" | "gate";
  value: string;
}

export function horseFields({ horses }: Pick<Conditions, "horses">): HorseField[] {
  return horses.flatMap(({ horseNum, jockey, carriedWeightKg, gate }) => {
    const fields: HorseField[] = [{ horseNum, name: "horse", value: String(horseNum) }];
    if (jockey !== null) fields.push({ horseNum, name: "jockey", value: jockey.jockeyId });
    if (carriedWeightKg !== null) fields.push({ horseNum, name: "kg", value: String(carriedWeightKg) });
    if (gate !== null) fields.push({ horseNum, name: "gate", value: String(gate) });
    return fields;
  });
}

export function whatIfPath(raceId: string): string {
  return `/races/${encodeURIComponent(raceId)}/what-if`;
}
