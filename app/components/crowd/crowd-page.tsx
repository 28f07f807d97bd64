import type { ReactNode } from "react";
import { HorseBadge, Mark } from "#app/components/analyses/figures.tsx";
import { finishWords, withdrawnMarkWords } from "#app/components/analyses/finish-words.ts";
import { formatCount, formatDay } from "#app/components/parts/numbers.ts";
import { Note, Tag } from "#app/components/parts/parts.tsx";
import { formatCourse, GOING_WORDS } from "#app/components/parts/race-words.ts";
import { verifyPath } from "#app/components/seal/seal-links.ts";
import { japanTime } from "#app/domain/racing/japan-time.ts";
import { fixedWords } from "#app/domain/scoring/fixed-words.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import { chancesByOdds, measureOpenness } from "#app/domain/season/crowd.ts";
import { CrowdSkill } from "./crowd-skill.tsx";
import type { CrowdPage } from "./crowd-view.ts";

export function CrowdBody({
  view,
  heading: Heading,
  children,
}: {
  view: CrowdPage;
  heading: "h1" | "h2";
  /** Only on the shared page, below the skill. */
  children?: ReactNode;
}) {
  const { race, forecast } = view;
  return (
    <>
      <section className="rinfo">
        <p className="row wrap">
          <Tag tone="turf">みんなのAI</Tag>
          {forecast !== null && <Tag>{fixedWords(forecast.fixedAt, race)}</Tag>}
        </p>
        <Heading>
          {race.venue}
          {race.raceNum}R　{race.name}
        </Heading>
        <p className="t13 muted row wrap">
          <span>{formatDay(race.date)}</span>
          {race.startTime !== null && <span>{race.startTime}発走</span>}
          <span>{formatCourse(race)}</span>
          <span>{view.horses.length}頭</span>
          {race.going !== null && <span>{GOING_WORDS[race.going]}</span>}
        </p>
      </section>
      {forecast === null ? <NotFixed view={view} /> : <Forecast view={view} forecast={forecast} />}
      <CrowdSkill view={view} />
      {children}
      {forecast?.seal !== undefined && <CrowdProof view={view} seal={forecast.seal} />}
      <p className="t12 faint">
        みんなの意見を平均すると、真ん中のモデルよりは強くなりますが、オッズには同じ情報がほとんど入っています。買い目をすすめるものではありません。
      </p>
    </>
  );
}

function NotFixed({ view: { dueAt } }: { view: CrowdPage }) {
  return (
    <>
      <div role="status">
        <Note>
          {dueAt === null ? "このレースの予測は、発走前に記録されていません。" : `${japanTime(dueAt)}に記録します`}
        </Note>
      </div>
      <p className="btns">
        <a className="btn" href="/races/newest/crowd">
          記録済みの新しいレースを見る
        </a>
      </p>
    </>
  );
}

function Forecast({ view, forecast }: { view: CrowdPage; forecast: NonNullable<CrowdPage["forecast"]> }) {
  const horses = new Map(view.horses.map((horse) => [horse.horseNum, horse]));
  const { runners } = forecast;
  const placed = placeHorses(runners, view.horses);
  const withdrawn = withdrawnMarkWords(placed);
  const [first] = runners;
  const openness = measureOpenness(runners.map(({ chance }) => chance));
  const usual = view.usual === null ? null : usualWords(view.usual);
  const byOdds = chancesByOdds(runners.map(({ odds }) => odds));
  const scaleEnd = Math.ceil(Math.max(0.4, ...runners.map(({ high }) => high)) * 10) * 10;
  return (
    <>
      <div className="stack">
        <p>
          <b>
            ◎は{first?.horseNum}番{horses.get(first?.horseNum ?? 0)?.horseName}。
            {view.usual !== null && splitWords(openness.degree, view.usual)}
          </b>
        </p>
        {withdrawn !== null && <Note tone="warn">{withdrawn}</Note>}
        <p className="t14 muted">
          年間ランキングの対象になっている{formatCount(forecast.members)}
          モデルの確率を平均しました。予測力の高いモデルを少しだけ重く数えます。
        </p>
      </div>
      <section className="card clip">
        <div className="pad stack">
          <h2 className="h18">みんなの印と勝率</h2>
          <p className="t12 muted">太い帯が平均した勝率、細い線が8割のモデルが入る幅です。</p>
        </div>
        <div className="ch" aria-hidden="true">
          <p className="chart-axis" style={{ gridArea: "bar" }}>
            {ticksTo(scaleEnd).map((tick) => (
              <span key={tick}>
                {tick}
                {tick === scaleEnd && "%"}
              </span>
            ))}
          </p>
        </div>
        <ol>
          {placed.map(({ score: runner, place, mark, isOut }) => {
            const horse = horses.get(runner.horseNum);
            if (isOut) {
              return (
                <li className="ch" key={runner.horseNum}>
                  <HorseBadge horseNum={runner.horseNum} bracketNum={horse?.bracketNum ?? null} />
                  <Mark kind={null} />
                  <s className="row-name">{horse?.horseName}</s>
                  <span className="value">–</span>
                  <span className="mt">
                    {horse === undefined ? "出走せず" : finishWords({ status: horse.status, position: null })}
                  </span>
                </li>
              );
            }
            return (
              <li className="ch" key={runner.horseNum}>
                <HorseBadge horseNum={runner.horseNum} bracketNum={horse?.bracketNum ?? null} />
                <Mark kind={mark} />
                <b className="row-name">{horse?.horseName}</b>
                <span className="value">
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
                  {byOdds !== null && <span>オッズ {percent(byOdds[place - 1]!)}%</span>}
                </span>
              </li>
            );
          })}
        </ol>
        <p className="pad t12 faint">
          「◎」は、その馬を本命にしたモデルの割合。
          {byOdds !== null && `「オッズ」は${japanTime(forecast.fixedAt)}時点のオッズを勝率に直した値です。`}
          {placed.some(({ isOut }) => isOut)
            ? "勝率は記録したときのままで、出走しない馬の分は除いていません。"
            : "勝率の合計は100%になります。"}
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
          aria-label={`混戦度${Math.round(openness.degree)}、実質${openness.equalHorses.toFixed(1)}頭の争い。${usual?.label ?? ""}`}
        >
          {view.usual !== null && <i className="usual" style={{ "--lo": view.usual.low, "--hi": view.usual.high }} />}
          <i style={{ "--v": openness.degree }} />
          <span>0 一本かぶり</span>
          <span>100 全馬同じ</span>
        </div>
        <p className="t13 muted">
          勝率のばらけ方を0〜100で表します。{Math.round(openness.degree)}は、同じ強さの馬
          {openness.equalHorses.toFixed(1)}頭で争うのと同じです。◎への支持は
          {Math.round((first?.firsts ?? 0) * 100)}%です。{usual?.text}
        </p>
      </section>
    </>
  );
}

function usualWords({ raceClass, races, low, high, firsts }: NonNullable<CrowdPage["usual"]>) {
  const range = `${Math.round(low)}〜${Math.round(high)}`;
  const of = raceClass === null ? "この1年の全レース" : `この1年の${raceClass}`;
  return {
    label: `${of}のふだんは${range}`,
    text: `薄い帯は${of}のふだん（${formatCount(races)}レースのうち8割が${range}）。◎への支持は、ふだん${Math.round(firsts * 100)}%ほどです。`,
  };
}

function ticksTo(end: number): number[] {
  return Array.from({ length: end / 10 + 1 }, (_, tick) => tick * 10);
}

function splitWords(degree: number, { low, high }: NonNullable<CrowdPage["usual"]>): string {
  if (degree > high) return "意見はふだんより割れています。";
  return degree < low ? "意見はふだんよりそろっています。" : "意見の割れ方はふだんと同じくらいです。";
}

function CrowdProof({ view: { race, hasStarted }, seal }: { view: CrowdPage; seal: string }) {
  return (
    <section className="card pad stack">
      <h2 className="h18">発走前に記録した証明</h2>
      <p className="t14 muted">
        この予測は、記録したときに中身が封印されています。あとから変わっていないことを、だれでも確かめられます。
        {!hasStarted && "証明ファイルは発走後に保存できます。"}
      </p>
      <div className="btns">
        <a className="btn" href={verifyPath(seal)}>
          封を確かめる
        </a>
        {hasStarted && (
          <a className="btn" href={`/share/crowd/${encodeURIComponent(race.raceId)}/proof.json`} download>
            証明ファイル（JSON）
          </a>
        )}
      </div>
    </section>
  );
}

function percent(chance: number): string {
  return (chance * 100).toFixed(1);
}
