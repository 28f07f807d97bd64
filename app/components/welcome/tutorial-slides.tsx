import type { ReactNode } from "react";
import { HorseBadge, IndexBar, IndexNumber, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { Fact } from "#app/components/parts/parts.tsx";
import { MODEL_COMPLETE } from "#app/forms/messages.ts";
import { PAST_IS_NO_PROMISE } from "./gambling-notice.tsx";

/** The ids are URL fragments. */
export const SLIDES = [
  { id: "tutorial", title: "チュートリアル" },
  { id: "words", title: "用語の説明" },
  { id: "model", title: "モデルの作成" },
  { id: "race", title: "レースの分析" },
  { id: "result", title: "分析の結果" },
  { id: "registration", title: "登録" },
] as const;

const WORDS: readonly (readonly [string, string])[] = [
  ["AIモデル", "選んだ項目で過去のレースから学ぶ、あなただけの予想のしくみです。"],
  ["特徴量", "モデルが見る項目です。騎手や枠番のほか、着順や賞金の平均など、中央用なら360以上から選べます。"],
  ["指数", "その出走馬の評価です。0が平均で、大きいほど上位に来ると見ています。"],
  ["的中率と回収率", "当たった割合と、買った額に対して戻った割合。いつもレース数と並べて見ます。"],
  ["予測力", "学習していないレースで測った実力です。くじ引きを0とし、オッズとくらべます。"],
];

/** The first three are checked, one a second. */
const FEATURES = ["騎手", "枠番", "血統", "斤量", "天気", "出走間隔"] as const;
const FEATURES_OF_FREE = 50;

/** Invented horses. */
const HORSES = [
  { horseNum: 3, bracketNum: 3, name: "ハルカナコンパス", index: 2.31 },
  { horseNum: 9, bracketNum: 6, name: "オリガミグライダー", index: 1.64 },
  { horseNum: 6, bracketNum: 4, name: "アオゾラレコード", index: 1.12 },
  { horseNum: 12, bracketNum: 7, name: "ヨルノテンビン", index: 0.74 },
] as const;

/** `at` counts from 0. The buttons need script. */
export function Slide({ at, lead, children }: { at: number; lead: string; children: ReactNode }) {
  const previous = SLIDES[at - 1];
  const next = SLIDES[at + 1];
  return (
    <section className="slide stack loose prose" id={SLIDES[at]?.id} aria-label={SLIDES[at]?.title}>
      <h2 className="lead">{lead}</h2>
      {children}
      <div className="turn btns">
        {previous !== undefined && (
          <a className="btn big" href={`#${previous.id}`}>
            戻る
          </a>
        )}
        {next !== undefined && (
          <a className="btn big primary" href={`#${next.id}`}>
            次へ
          </a>
        )}
      </div>
    </section>
  );
}

function Steps({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <ol className="steps t14 muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <div className="play-place" />
    </>
  );
}

/** Full without script, which fills it between two steps. */
function Work({ from, to, label }: { from: number; to: number; label: string }) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={100}
      aria-valuemin={0}
      aria-valuemax={100}
      data-from={from}
      data-to={to}
    >
      <i style={{ "--v": "100%" }} />
    </div>
  );
}

export function TutorialSlide() {
  return (
    <Slide at={0} lead="自分の見立てで、競馬AIをつくる">
      <p>1分ほどで、モデルの作成からレースの分析までを見られます。登録はいりません。</p>
      <ol className="steps t14 muted">
        <li>気になる項目（特徴量）を選ぶ</li>
        <li>AIモデルが、過去のレースで学ぶ</li>
        <li>レースを選ぶと、出走馬ごとの指数が出る</li>
        <li>結果と並べて、モデルを見直す</li>
      </ol>
      <p className="t13 muted">{PAST_IS_NO_PROMISE}</p>
    </Slide>
  );
}

export function WordsSlide() {
  return (
    <Slide at={1} lead="5つの言葉が分かれば使えます">
      <dl>
        {WORDS.map(([term, text]) => (
          <Fact key={term} name={term}>
            {text}
          </Fact>
        ))}
      </dl>
    </Slide>
  );
}

export function ModelSlide() {
  return (
    <Slide at={2} lead="項目を選ぶと、モデルができます">
      <div className="demo card pad stack">
        <fieldset>
          <legend>特徴量</legend>
          {FEATURES.map((name, i) => (
            <label className="check" key={name}>
              <input type="checkbox" autoComplete="off" defaultChecked={i < 3} data-check={i < 3 ? i + 1 : 99} />
              {name}
            </label>
          ))}
        </fieldset>
        <p className="t14" data-left={FEATURES_OF_FREE}>
          残り{FEATURES_OF_FREE - 3}項目選択可能です
        </p>
        <Work from={3} to={6} label="見本のモデルの作成" />
        <Steps
          lines={[
            "騎手を選ぶ",
            "枠番を選ぶ",
            "血統を選ぶ",
            "「作成する」を押す",
            "過去のレースで学習しています",
            MODEL_COMPLETE,
          ]}
        />
      </div>
      <p className="t13 muted">これは見本です。実際の作成は、ふつう10〜30秒で終わります。</p>
    </Slide>
  );
}

export function RaceSlide() {
  return (
    <Slide at={3} lead="レースとモデルを選んで、分析する">
      <div className="demo card pad stack">
        <p>
          <span className="t12 muted">京都 11R　芝2000m　14頭</span>
          <br />
          <b>翠風ステークス</b>
        </p>
        <fieldset>
          <legend>モデルの選択</legend>
          <label className="check">
            <input type="checkbox" autoComplete="off" defaultChecked data-check={2} />
            はじめてのモデル
          </label>
        </fieldset>
        <Work from={3} to={5} label="見本のレースの分析" />
        <Steps
          lines={[
            "レースを選ぶ",
            "AIモデルを選ぶ",
            "「分析する」を押す",
            "出走馬の指数を計算しています",
            "分析が完了しました",
          ]}
        />
      </div>
      <p className="t13 muted">馬体重を使わないモデルなら、馬体重の発表を待たずに分析できます。</p>
    </Slide>
  );
}

function SampleRace() {
  return (
    <div className="card sample">
      <div className="pad">
        <p className="t12 muted">京都 11R　芝2000m　14頭</p>
        <b>翠風ステークス</b>
      </div>
      <ul>
        {HORSES.map((horse, place) => (
          <li key={horse.horseNum}>
            <HorseBadge horseNum={horse.horseNum} bracketNum={horse.bracketNum} />
            <Mark kind={markOfPlace(place + 1)} />
            <b className="row-name">{horse.name}</b>
            <IndexBar index={horse.index} />
            <IndexNumber index={horse.index} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ResultSlide() {
  return (
    <Slide at={4} lead="出走馬ごとの指数が並びます">
      <SampleRace />
      <p className="t14 muted">
        バーの左端に近い縦線が0、点線が2です。2以上は緑で目立たせます。レースの後は、着順と払戻しを指数と並べます。馬の名前と数字は見本です。
      </p>
    </Slide>
  );
}
