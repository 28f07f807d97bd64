import { NOBODY_STARTS } from "#app/components/analyses/finish-words.ts";
import { Link } from "#app/components/parts/link.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { oddsWords } from "#app/components/races/odds-words.ts";
import type { RaceModel, RaceModels } from "#app/domain/views/race-models.ts";
import { AxisLinks } from "./axis-links.tsx";
import { type ModelRow, sortRows } from "./model-rows.ts";
import { type ModelsQuery, modelsSearch } from "./models-query.ts";
import { currentOrder, OrderLinks, orderHead } from "./order-links.tsx";
import { ValueTable } from "./value-table.tsx";
import { skillWords, valueReturnWords } from "./value-words.ts";

/** 適正オッズと今のオッズ: what bets by it have returned comes first, then the horses. */
export function ValueSection({
  view: { race, market },
  shown,
  rows,
  by,
  query,
  path,
}: {
  view: Pick<RaceModels, "race" | "market">;
  shown: readonly RaceModel[];
  rows: readonly ModelRow[];
  by: number | "mean";
  query: ModelsQuery;
  path: string;
}) {
  const model = shown.find(({ modelId }) => modelId === by) ?? null;
  // Tickets are formed of one model's chances.
  const forTickets = model ?? shown[0];
  const isRunning = rows.some(({ isOut }) => !isOut);
  const hasChances = rows.some(({ probability }) => probability !== null);
  const order = currentOrder("order", rows, query);
  const words = oddsWords(market, race);
  return (
    <section className="sec" id="value">
      <div className="head">
        <h2 data-live="value-head">{valueHead(market)}</h2>
        {shown.length > 1 && <ChanceLinks shown={shown} by={by} query={query} path={path} />}
      </div>
      <Note>
        {model === null ? (
          <>
            <b>平均した勝率の過去の成績は測っていません。</b>モデルごとには次のとおりです。
            <ul className="worths">
              {shown.map((each) => (
                <li key={each.modelId}>
                  {each.name}：<Worth model={each} />
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Worth model={model} />
        )}
      </Note>
      {!hasChances && (
        <p>{isRunning ? "学習に使ったレースには勝率を出さないので、適正オッズもありません。" : NOBODY_STARTS}</p>
      )}
      {hasChances && words !== null && (
        <p className="t13 muted" data-live="odds">
          {words}
        </p>
      )}
      {hasChances && (
        <>
          <div className="drawn" data-live="order">
            <OrderLinks table="order" isMean={shown.length > 1} {...{ rows, query, path }} />
          </div>
          <ValueTable
            rows={sortRows(rows, order).filter(({ isOut }) => !isOut)}
            head={orderHead(order, shown.length > 1)}
          />
          <div className="drawn" data-live="legend">
            <ValueLegend market={market} isCentral={race.venueType === 1} />
          </div>
        </>
      )}
      {forTickets !== undefined && <AxisLinks raceId={race.raceId} model={forTickets} />}
    </section>
  );
}

/** Whose chances are shown: those of one model, or their mean. */
function ChanceLinks({
  shown,
  by,
  query,
  path,
}: Pick<Parameters<typeof ValueSection>[0], "shown" | "by" | "query" | "path">) {
  return (
    <nav className="sorts" aria-label="どの勝率で見るか">
      {shown.map(({ modelId, name }) => (
        <Link
          key={modelId}
          to={`${path}${modelsSearch(query, { by: modelId })}#value`}
          aria-current={modelId === by ? "true" : undefined}
        >
          {name}
        </Link>
      ))}
      <Link
        to={`${path}${modelsSearch(query, { by: "mean" })}#value`}
        aria-current={by === "mean" ? "true" : undefined}
      >
        {shown.length}モデルの平均
      </Link>
    </nav>
  );
}

/** 適正オッズと今のオッズ */
export function valueHead(market: RaceModels["market"]): string {
  return market === null ? "適正オッズ" : `適正オッズと${marketWords(market)}`;
}

/** What the signs of the values mean. */
export function ValueLegend({ market, isCentral }: Pick<RaceModels, "market"> & { isCentral: boolean }) {
  return (
    <>
      <p className="legend">
        <span>
          <i className="k-fr" />
          適正オッズ（1÷勝率）
        </span>
        {market !== null && (
          <>
            <span>
              <i className="k-lv" />
              {marketWords(market)}
            </span>
            <span>期待値＝勝率×オッズ</span>
            <span>高め 1以上・ふつう 0.8以上・低め 0.8未満</span>
          </>
        )}
      </p>
      <p className="t12 faint">
        {isCentral
          ? "単勝の払戻は売上の80%なので、期待値は平均すると0.80になります。"
          : "払戻は売上の一部なので、期待値は平均すると1より小さくなります。"}
        {market?.isFinal !== true && "オッズは締切まで動きます。"}人気のない馬は勝率の見積もりも粗くなります。
      </p>
    </>
  );
}

function marketWords({ isFinal }: { isFinal: boolean }): string {
  return isFinal ? "確定オッズ" : "今のオッズ";
}

/** A model's skill beside that of the odds, and what bets on high value have returned. */
function Worth({ model }: { model: RaceModel }) {
  const skill = skillWords(model);
  return (
    <>
      {skill !== null && skill.claim !== "" && <b>{skill.claim}</b>}
      {skill?.figures}
      {valueReturnWords(model)}
    </>
  );
}
