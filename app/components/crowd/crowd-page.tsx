import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { formatCount, formatDay, formatSkill } from "#app/components/parts/numbers.ts";
import { Note, Tag } from "#app/components/parts/parts.tsx";
import { formatCourse } from "#app/components/parts/race-words.ts";
import { japanTime } from "#app/domain/racing/japan-time.ts";
import { chancesByOdds, measureOpenness } from "#app/domain/season/crowd.ts";
import type { CrowdPage } from "./crowd-view.ts";

/** Everybody's forecast of a race: marks, chances with the members' spread, how open it is, and its measured skill. */
export function CrowdBody({ view, heading: Heading }: { view: CrowdPage; heading: "h1" | "h2" }) {
  const { race, forecast } = view;
  return (
    <>
      <section className="rinfo">
        <p className="row wrap">
          <Tag tone="turf">みんなのAI</Tag>
          {forecast !== null && <Tag>{japanTime(forecast.fixedAt)}に確定</Tag>}
        </p>
        <Heading>
          {race.venue}
          {race.raceNum}R　{race.name}
        </Heading>
        <p className="t13 muted row wrap">
          <span>{formatDay(race.date)}</span>
          {race.startTime !== null && <span>{race.startTime}発走</span>}
          <span>{formatCourse(race)}</span>
        </p>
      </section>
      {forecast === null ? <NotFixed view={view} /> : <Forecast view={view} forecast={forecast} />}
      <CrowdSkill view={view} />
      <p className="t12 faint">
        みんなの意見は平均すると強くなりますが、オッズには同じ情報がほとんど入っています。買い目をすすめるものではありません。
      </p>
    </>
  );
}

function NotFixed({ view: { dueAt } }: { view: CrowdPage }) {
  return (
    <div role="status">
      <Note>
        {dueAt === null ? "このレースの予測は、発走前に確定していません。" : `${japanTime(dueAt)}に確定します`}
      </Note>
    </div>
  );
}

function Forecast({ view, forecast }: { view: CrowdPage; forecast: NonNullable<CrowdPage["forecast"]> }) {
  const horses = new Map(view.horses.map((horse) => [horse.horseNum, horse]));
  const { runners } = forecast;
  const [first] = runners;
  const openness = measureOpenness(runners.map(({ chance }) => chance));
  const byOdds = chancesByOdds(runners.map(({ odds }) => odds));
  const scaleEnd = Math.ceil(Math.max(0.4, ...runners.map(({ high }) => high)) * 10) * 10;
  return (
    <>
      <div className="stack">
        <p>
          <b>
            ◎は{first?.horseNum}番{horses.get(first?.horseNum ?? 0)?.horseName}。
          </b>
        </p>
        <p className="t14 muted">
          年間ランキングの対象になっている{formatCount(forecast.members)}
          モデルの確率を平均しました。腕の良いモデルを少しだけ重く数えます。
        </p>
      </div>
      <section className="card clip">
        <div className="pad stack">
          <h2 className="h18">みんなの印と勝率</h2>
          <p className="t12 muted">太い帯が平均した勝率、細い線が8割のモデルが入る幅です（右端は{scaleEnd}%）。</p>
        </div>
        <ol>
          {runners.map((runner, i) => {
            const horse = horses.get(runner.horseNum);
            return (
              <li className="ch" key={runner.horseNum}>
                <HorseBadge horseNum={runner.horseNum} bracketNum={horse?.bracketNum ?? null} />
                <Mark kind={markOfPlace(i + 1)} />
                <b className="nm">{horse?.horseName}</b>
                <span className="v">
                  <span className="sr">勝率</span>
                  {percent(runner.chance)}
                  <small>%</small>
                </span>
                <span className="bar40" aria-hidden="true" style={{ "--max": scaleEnd }}>
                  <i className="f" style={{ "--v": runner.chance * 100 }} />
                  <i className="wk" style={{ "--lo": runner.low * 100, "--hi": runner.high * 100 }} />
                </span>
                <span className="mt">
                  <span>
                    幅 {percent(runner.low)}–{percent(runner.high)}
                  </span>
                  <span>◎ {Math.round(runner.firsts * 100)}%</span>
                  {byOdds !== null && <span>オッズ {percent(byOdds[i]!)}%</span>}
                </span>
              </li>
            );
          })}
        </ol>
        <p className="pad t12 faint">
          「◎」は、その馬を本命にしたモデルの割合。
          {byOdds !== null && `「オッズ」は${japanTime(forecast.fixedAt)}時点のオッズを勝率に直した値です。`}
          勝率の合計は100%になります。
        </p>
      </section>
      <section className="card pad stack">
        <h2 className="h18">
          混戦度 {Math.round(openness.degree)}
          <small>／100　実質{openness.equalHorses.toFixed(1)}頭</small>
        </h2>
        <div
          className="conf"
          role="img"
          aria-label={`混戦度${Math.round(openness.degree)}、実質${openness.equalHorses.toFixed(1)}頭の争い`}
        >
          <i style={{ "--v": openness.degree }} />
          <span>0 一本かぶり</span>
          <span>100 全馬同じ</span>
        </div>
        <p className="t13 muted">
          勝率のばらけ方を0〜100で表します。{Math.round(openness.degree)}は、同じ強さの馬
          {openness.equalHorses.toFixed(1)}頭で争うのと同じです。◎への支持は
          {Math.round((first?.firsts ?? 0) * 100)}%です。
        </p>
      </section>
    </>
  );
}

function CrowdSkill({ view: { skill, ranked } }: { view: CrowdPage }) {
  if (skill.length === 0) return null;
  return (
    <section className="card pad stack">
      <h2 className="h18">みんなのAIの腕前</h2>
      <table className="ctbl">
        <caption className="sr">みんなのAIの予測力</caption>
        <thead>
          <tr>
            <th scope="col">くらべる相手</th>
            <th scope="col">予測力</th>
            <th scope="col">95%区間</th>
          </tr>
        </thead>
        <tbody>
          {skill.map(({ name, value, low, high }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value === null ? "測定前" : formatSkill(value)}</td>
              <td>{low === null || high === null ? "–" : `${formatSkill(low)}–${formatSkill(high)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t12 faint">
        年間ランキングの{formatCount(ranked)}モデルと、その1年の対象レースで測りました。順位のならしをする前の値です。
        <a href="/share/rankings/season">年間の予測力ランキング</a>
      </p>
    </section>
  );
}

function percent(chance: number): string {
  return (chance * 100).toFixed(1);
}
