import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import type { PricedFormation } from "#app/domain/betting/price-formation.ts";
import type { TicketOdds } from "#app/domain/betting/price-tickets.ts";
import { combinationOf } from "#app/domain/betting/ticket-kinds.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import { isOrderedKind, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { MARK_SIGNS, SHARED_MARKS } from "#app/domain/scoring/shared-analysis.ts";

export const TICKET_WORDS: Readonly<Record<TicketKind, string>> = {
  win: "単勝",
  place: "複勝",
  bracket: "枠連",
  quinella: "馬連",
  wide: "ワイド",
  exacta: "馬単",
  trio: "三連複",
  trifecta: "三連単",
};

/** ◎, or the number of a horse without a mark. `order` lists all scored horses, best first. */
function signOf(horse: number, order: readonly number[]): string {
  const mark = SHARED_MARKS[order.indexOf(horse)];
  return mark === undefined ? `${horse}` : MARK_SIGNS[mark];
}

export function formationWords({ kind, formation }: PricedFormation, order: readonly number[]): string {
  const signs = (horses: readonly number[]) => horses.map((horse) => signOf(horse, order)).join("");
  const { axis, legs } = formation;
  if (kind === "bracket") return `${axis.join("・")}枠から${legs.join("・")}枠`;
  if (kind === "win" || kind === "place") return signs([...axis, ...legs]);
  const others = legs.every((horse) => order.indexOf(horse) < SHARED_MARKS.length)
    ? signs(legs)
    : `相手${legs.length}頭`;
  if (kind === "trifecta") return `${signs(axis)}→${signs(legs)}`;
  return kind === "trio"
    ? `${signs(axis)}軸${axis.length}頭 相手${signs(legs)}`
    : `${signs(axis)}${kind === "exacta" ? "→" : "から"}${others}`;
}

export function combinationWords(kind: string, combination: string): string {
  return combination.replaceAll("-", isOrderedKind(kind) ? " → " : " – ");
}

/** 47.4%. A possible chance is never shown as 0.0%. */
export function formatChance(chance: number): string {
  const percent = chance * 100;
  if (percent > 0 && percent < 0.05) return "0.1%未満";
  return `${percent.toFixed(1)}%`;
}

export function formatOdds(odds: TicketOdds | null): string {
  if (odds === null) return "–";
  return odds.low === odds.high ? odds.low.toFixed(1) : `${odds.low.toFixed(1)}–${odds.high.toFixed(1)}`;
}

function skillWords(skill: SkillReport): string {
  return `予測力${formatSkill(skill.pseudoR2)}`;
}

export function trustWords(skill: SkillReport | null): string {
  const market = skill?.marketPseudoR2 ?? null;
  const isBelow = skill !== null && market !== null && skill.pseudoR2 < market;
  const beside = market === null ? "" : `、オッズ${formatSkill(market)}`;
  const figures = skill === null ? "" : `（${skillWords(skill)}${beside}）`;
  return `モデルの見積もり${isBelow ? "はオッズより粗く" : "には誤差があり"}${figures}、実際はこれより低くなりがちです。`;
}

/** Tickets as text to copy; complete without the page around it. */
export function ticketText({
  race,
  priced,
  stakes,
  source,
}: {
  race: { date: string; venue: string; raceNum: number; name: string; startTime: string | null };
  priced: PricedFormation;
  stakes: readonly number[] | null;
  source: string;
}): string {
  const [, month, date] = race.date.split("-").map(Number);
  const sum = stakes?.reduce((one, other) => one + other, 0) ?? null;
  return [
    `${month}/${date} ${race.venue}${race.raceNum}R ${race.name}${race.startTime === null ? "" : ` ${race.startTime}`}`,
    `${TICKET_WORDS[priced.kind]} ${priced.tickets.length}点${sum === null ? "" : ` 合計${formatCount(sum)}円`}`,
    ...priced.tickets.map(({ horses }, place) => {
      const stake = stakes?.[place];
      return `${combinationOf(priced.kind, horses).replaceAll("-", isOrderedKind(priced.kind) ? "→" : "-")}${stake === undefined ? "" : `　${formatCount(stake)}円`}`;
    }),
    source,
  ].join("\n");
}

/** オッズ14:33時点・末脚マイスター（予測力16.2） */
export function sourceWords(moment: string | null, analysis: { modelName: string; skill: SkillReport | null }): string {
  const model = analysis.skill === null ? analysis.modelName : `${analysis.modelName}（${skillWords(analysis.skill)}）`;
  if (moment === null) return model;
  return `${moment.endsWith("オッズ") ? moment : `オッズ${moment}`}・${model}`;
}
