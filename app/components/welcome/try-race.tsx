import { HorseBadge, Mark } from "#app/components/analyses/figures.tsx";
import { CHART_HEIGHTS, GateChart } from "#app/components/gate-chart/gate-chart.tsx";
import { formatPercent, formatSkill } from "#app/components/parts/numbers.ts";
import { SHARED_MARKS } from "#app/domain/scoring/shared-analysis.ts";
import { ITEMS, MARKET_SKILL, MODELS, type Model, RACE } from "./try-race-models.ts";

/** The stylesheet shows one of eight charts; a browser without `:has()` follows links. `tried` is such as "101". */
export function TryRace({ tried }: { tried: string }) {
  return (
    <section className="turf-head try">
      <div className="try-words">
        <h1>
          項目を選ぶだけで、
          <wbr />
          自分の予想AI。
        </h1>
        <p className="t14">
          押すと、見本のレースの印と勝率が変わります。
          <wbr />
          登録しなくても試せます。
        </p>
        <fieldset className="try-items">
          <legend className="sr">モデルが見る項目</legend>
          {ITEMS.map((item, at) => (
            <label key={item} className="try-item">
              <input type="checkbox" id={`try-${at}`} defaultChecked={tried[at] === "1"} />
              {item}
            </label>
          ))}
        </fieldset>
        <nav className="try-links" aria-label="モデルが見る項目">
          {ITEMS.map((item, at) => (
            <a key={item} href={`/?try=${toggled(tried, at)}`}>
              {item}
              {tried[at] === "1" ? "を外す" : "を見る"}
            </a>
          ))}
        </nav>
        <a className="btn try-join" href="#join">
          無料で登録してつくる
        </a>
      </div>
      <div className="try-race">
        <p className="kick">
          <b>
            {RACE.place} {RACE.name}
          </b>
          <span>{RACE.facts}</span>
        </p>
        {[...MODELS].map(([key, model]) => (
          <div key={key} className={`try-model ${viewClass(key)}${key === tried ? " shown" : ""}`}>
            <TriedModel model={model} />
          </div>
        ))}
      </div>
    </section>
  );
}

function toggled(tried: string, at: number): string {
  return [...tried].map((one, place) => (place === at ? (one === "1" ? "0" : "1") : one)).join("");
}

/** 101: on0 off1 on2. */
function viewClass(key: string): string {
  return [...key].map((one, at) => `${one === "1" ? "on" : "off"}${at}`).join(" ");
}

function TriedModel({ model }: { model: Model | null }) {
  const placed = RACE.horses
    .map((horse, at) => ({ ...horse, index: model?.indices[at] ?? 0 }))
    .toSorted((one, other) => other.index - one.index || one.horseNum - other.horseNum);
  const marks = new Map(model === null ? [] : placed.map(({ horseNum }, at) => [horseNum, SHARED_MARKS[at] ?? null]));
  const horses = RACE.horses.map((horse, at) => ({
    ...horse,
    index: model?.indices[at] ?? 0,
    mark: marks.get(horse.horseNum) ?? null,
    isOut: false,
    finish: null,
  }));
  const [best] = placed;
  return (
    <>
      <GateChart horses={horses} height={CHART_HEIGHTS.home} />
      {model === null || best === undefined ? (
        <p className="t14">項目を選ぶと、指数と印が出ます。何も選ばなければ、くじ引きと同じです。</p>
      ) : (
        <>
          <p className="try-best">
            <Mark kind="favourite" />
            <HorseBadge horseNum={best.horseNum} bracketNum={best.bracketNum} />
            <b>{best.name}</b>
            <span>
              <small>勝率</small> <b>{formatPercent(model.chance * 100)}</b>
            </span>
          </p>
          <p className="t13">
            このモデルの予測力 <b>{formatSkill(model.skill)}</b>（オッズ {formatSkill(MARKET_SKILL)}）
          </p>
        </>
      )}
    </>
  );
}
