import { Side } from "#app/components/own-records/duel-page.tsx";
import { formatDayNear, formatSkill } from "#app/components/parts/numbers.ts";
import { Section } from "#app/components/parts/parts.tsx";
import { ScrollingTable, TableHead } from "#app/components/parts/scrolling-table.tsx";
import { formatRate } from "#app/components/reports/report-words.ts";
import { SkillTerm } from "#app/components/reports/skill-ruler.tsx";
import { PAST_IS_NO_PROMISE } from "#app/components/welcome/gambling-notice.tsx";
import { countWords, weekLetter } from "#app/domain/days/duel-words.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import {
  duelOf,
  LEAGUE_MEMBERS,
  type LeagueDuel,
  type LeagueWeek,
  type SkillDifference,
} from "#app/domain/leagues/league.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import type { LeagueView } from "#app/domain/views/league.ts";
import { signed, weekendWords } from "./league-words.ts";

interface LeagueProps {
  view: LeagueView;
  /** In Japan, YYYY-MM-DD */
  today: string;
}

/** The week's duel, the weeks and the table. The forms follow it. */
export function LeaguePage({ view, today }: LeagueProps) {
  const begun = view.season.weeks.filter(({ state }) => state !== "next");
  const hasFigures = ({ duels }: LeagueWeek) => duels.some(({ difference }) => difference !== null);
  const shown = begun.findLast(hasFigures) ?? begun.at(-1) ?? null;
  const coming = view.season.weeks.slice(shown?.number ?? 0);
  return (
    <>
      <LeagueHead view={view} today={today} shown={shown} />
      <Standings view={view} />
      {shown !== null && shown.duels.length > 0 && <OtherDuels view={view} week={shown} />}
      {coming.map((week) => (
        <ComingWeek key={week.from} view={view} week={week} today={today} />
      ))}
    </>
  );
}

function LeagueHead({ view, today, shown }: LeagueProps & { shown: LeagueWeek | null }) {
  const { league, ownId, season } = view;
  const duel = shown && duelOf(shown, ownId);
  const counts = season.standings.find(({ userId }) => userId === ownId)?.counts;
  return (
    <section className="turf-head">
      <p className="kick">
        <b>{league.name}</b>
        <span>
          {shown === null ? `全${league.weeks}週` : `第${shown.number}週 / ${league.weeks}週`}　{league.members}人
        </span>
      </p>
      <h2>{titleOf(view, { shown, duel, today })}</h2>
      {duel?.difference != null && <DuelCard view={view} duel={duel} difference={duel.difference} />}
      {counts !== undefined && (
        <>
          <p className="kick">
            <span>自分の{league.weeks}週（勝＝塗り、分＝枠）</span>
            <b>{countWords(counts)}</b>
          </p>
          <ol className="weeks">
            {Array.from({ length: league.weeks }, (_, at) => (
              <WeekCell key={addDays(league.firstDay, at * 7)} number={at + 1} week={season.weeks[at]} ownId={ownId} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function titleOf(
  { league, names, season }: LeagueView,
  { shown, duel, today }: { shown: LeagueWeek | null; duel: LeagueDuel | null; today: string },
): string {
  if (shown === null) return `${formatDayNear(league.firstDay, today)}に始まります`;
  const last = season.weeks.at(-1);
  if (last?.number === league.weeks && last.state === "over" && season.lead !== null) {
    const first = names.get(season.standings[0]?.userId ?? 0);
    return season.lead.outcome === "drawn"
      ? "シーズンは、引き分けでした"
      : `優勝は、${first?.modelName ?? first?.name}でした`;
  }
  if (shown.duels.length === 0) return `対決は、${LEAGUE_MEMBERS.min}人から始まります`;
  const isOver = shown.state === "over";
  const week = isOver ? `第${shown.number}週` : "今週";
  if (duel === null) return `${week}は、対決がお休みです`;
  if (duel.difference === null) return isOver ? `${week}は、比べられるレースがありません` : "今週の結果を待っています";
  const { outcome } = duel.difference;
  if (isOver) return `${week}の対決は、${{ won: "勝ち", lost: "負け", drawn: "引き分け" }[outcome]}でした`;
  return `今週はここまで、${{ won: "リードしています", lost: "リードされています", drawn: "差がありません" }[outcome]}`;
}

function DuelCard({ view, duel, difference }: { view: LeagueView; duel: LeagueDuel; difference: SkillDifference }) {
  const { value, low, high, races, outcome, skills } = difference;
  const [one, other] = [nameOf(view, duel.members[0]), nameOf(view, duel.members[1])];
  const scale = Math.max(0.05, Math.abs(low), Math.abs(high));
  return (
    <div className="duel">
      <Side name={one.model} note={one.who} figure={formatSkill(skills[0])}>
        予測力
      </Side>
      <span>対</span>
      <Side name={other.model} note={other.who} figure={formatSkill(skills[1])}>
        予測力
      </Side>
      <p className="kick">
        <span>差（{races}R）</span>
        <span
          className="sc"
          aria-hidden="true"
          style={{ "--min": -scale, "--max": scale, "--v": value, "--lo": low, "--hi": high }}
        >
          <i className="band" />
          <i className="base" style={{ "--v": 0 }} />
          <i className="dot" />
        </span>
        <b>{signed(value)}</b>
      </p>
      <p>
        差の区間は{signed(low)}〜{signed(high)}です。
        {outcome === "drawn"
          ? `0をまたぐので引き分けです。${races}レースでは、この差は運と区別できません。`
          : "0をまたがないので、運だけとは言えない差です。"}
      </p>
    </div>
  );
}

function WeekCell({ number, week, ownId }: { number: number; week: LeagueWeek | undefined; ownId: number }) {
  const outcome = week?.state === "over" ? (duelOf(week, ownId)?.difference?.outcome ?? null) : null;
  return (
    <li className={outcome ?? undefined}>
      <span className="sr">第{number}週</span>
      {week === undefined || week.state === "next"
        ? number
        : weekLetter({ isRunning: week.state === "running", outcome })}
    </li>
  );
}

function nameOf({ names, ownId }: LeagueView, userId: number): { model: string; who: string } {
  const { name, modelName } = names.get(userId) ?? { name: "", modelName: null };
  return modelName === null
    ? { model: name, who: "退会" }
    : { model: modelName, who: userId === ownId ? "あなた" : name };
}

function Standings({ view }: { view: LeagueView }) {
  const { standings, lead } = view.season;
  return (
    <Section title="順位表" aside={<small className="muted">予測力の順　±は95%区間</small>}>
      <div className="card clip">
        <ScrollingTable label="順位表" className="standings">
          <TableHead words={["順", "モデル", "予測力", "勝-負-分", "回収率"]} />
          <tbody>
            {standings.map(({ userId, value, half, counts, stakeYen, payoutYen }, at) => {
              const { model, who } = nameOf(view, userId);
              return (
                <tr key={userId} className={userId === view.ownId ? "me" : undefined}>
                  <td>{value === null ? "–" : at + 1}</td>
                  <th scope="row">
                    <b>{model}</b>
                    <small>{who}</small>
                  </th>
                  <td>
                    <b>{value === null ? "–" : formatSkill(value)}</b>
                    {half !== null && <small>±{formatSkill(half)}</small>}
                  </td>
                  <td>
                    {counts.won}-{counts.lost}-{counts.drawn}
                  </td>
                  <td>{formatRate(returnRateOf({ stakeYen, payoutYen }))}</td>
                </tr>
              );
            })}
          </tbody>
        </ScrollingTable>
      </div>
      <p className="t12 faint">
        {lead?.outcome === "drawn" && "1位と2位の差は、まだ運と区別できません。"}
        数えるのは中央の7〜12Rで、結果が出たもの。ランキングと同じ集計なので、成績がつくのは有料プランの方のモデルです。回収率（単勝・複勝・馬連）はおまけの列で、順位には使いません。
        {PAST_IS_NO_PROMISE}
      </p>
      <SkillTerm />
    </Section>
  );
}

function OtherDuels({ view, week }: { view: LeagueView; week: LeagueWeek }) {
  const others = week.duels.filter(({ members }) => !members.includes(view.ownId));
  if (others.length === 0) return null;
  return (
    <details className="card pad fold">
      <summary>
        第{week.number}週のほかの対決（{others.length}）
      </summary>
      <ul className="list">
        {others.map(({ members: [one, other], difference }) => (
          <li key={one} className="row wrap li">
            <span className="grow">
              {nameOf(view, one).model}　対　{nameOf(view, other).model}
            </span>
            <small className="muted">
              {difference === null ? "結果待ち" : resultWords(view, one, other, difference)}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function resultWords(view: LeagueView, one: number, other: number, { value, outcome }: SkillDifference): string {
  if (outcome === "drawn") return `引き分け（差 ${signed(Math.abs(value))}）`;
  return `${nameOf(view, outcome === "won" ? one : other).model}の勝ち（差 ${signed(Math.abs(value))}）`;
}

function ComingWeek({ view, week, today }: LeagueProps & { week: LeagueWeek }) {
  const duel = duelOf(week, view.ownId);
  const opponent = duel && nameOf(view, duel.members[1]);
  return (
    <Section title={`${week.state === "next" ? "来週" : "今週"}（${weekendWords(week.from, today)}）`}>
      <p className="card pad t14">
        {opponent === null
          ? week.duels.length === 0
            ? `対決は、${LEAGUE_MEMBERS.min}人から始まります。`
            : "この週は、対決がお休みです。"
          : `あなた　対　${opponent.model}（${opponent.who}）`}
      </p>
    </Section>
  );
}
