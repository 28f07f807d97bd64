import { MARKS, markOfPlace } from "#app/components/analyses/figures.tsx";
import { NOBODY_STARTS } from "#app/components/analyses/finish-words.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { SortLinks } from "#app/components/parts/segmented-links.tsx";
import { oddsWords } from "#app/components/races/odds-words.tsx";
import { raceTabPath } from "#app/components/races/race-tabs.tsx";
import { usualFormation } from "#app/domain/betting/formation.ts";
import type { RaceModel, RaceModels } from "#app/domain/views/race-models.ts";
import { type Comparison, type ModelRow, sortRows } from "./model-rows.ts";
import { modelsSearch } from "./models-query.ts";
import { currentOrder, OrderLinks, orderHead } from "./order-links.tsx";
import { ValueTable } from "./value-table.tsx";
import { GRADE_WORDS, pastReturn, skillWords, valueReturnWords } from "./value-words.ts";

/** The tickets' page opens with a wide. */
const KIND = "wide";
const AXES = 3;

/** The past return of bets comes before the horses. */
export function ValueSection({ compared }: { compared: Comparison }) {
  const { shown, rows, by, query, hasChances, isOneTable } = compared;
  const { race, market } = compared.view;
  const model = shown.find(({ modelId }) => modelId === by) ?? null;
  // Tickets use one model's chances.
  const forTickets = model ?? shown[0];
  const canMix = model?.mix != null;
  const isRunning = rows.some(({ isOut }) => !isOut);
  const order = currentOrder("order", rows, query);
  const words = oddsWords(market, race);
  return (
    <section className="sec" id="value">
      <div className="head">
        <h2 data-live="value-head">{valueHead(market)}</h2>
        {shown.length > 1 && <ChanceLinks compared={compared} />}
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
          <div className="static-html" data-live="order">
            <OrderLinks table="order" compared={compared} />
          </div>
          <ValueTable
            rows={sortRows(rows, order, ({ probability }) => probability).filter(({ isOut }) => isOneTable || !isOut)}
            withIndex={isOneTable}
            head={orderHead(order, by === "mean")}
            canMix={canMix}
            past={model === null ? null : pastReturn(model)}
          />
          <div className="static-html" data-live="legend">
            <ValueLegend market={market} isCentral={race.venueType === 1} isMixed={isMixed(rows)} />
          </div>
        </>
      )}
      {forTickets !== undefined && <AxisLinks raceId={race.raceId} model={forTickets} />}
    </section>
  );
}

function ChanceLinks({ compared: { shown, by, query, path } }: { compared: Comparison }) {
  const optionOf = (one: number | "mean", label: string) => ({
    to: `${path}${modelsSearch(query, { by: one })}#value`,
    label,
    isCurrent: one === by,
  });
  const models = shown.map(({ modelId, name }) => optionOf(modelId, name));
  return <SortLinks label="どの勝率で見るか" options={[...models, optionOf("mean", `${shown.length}モデルの平均`)]} />;
}

export function valueHead(market: RaceModels["market"]): string {
  return market === null ? "適正オッズ" : `適正オッズと${marketWords(market)}`;
}

export function isMixed(rows: readonly ModelRow[]): boolean {
  return rows.some(({ value }) => value?.mixed != null);
}

export function ValueLegend({
  market,
  isCentral,
  isMixed: hasValues,
}: Pick<RaceModels, "market"> & { isCentral: boolean; isMixed: boolean }) {
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
            <span>
              {hasValues
                ? "期待値＝補正勝率×オッズ"
                : "対オッズ＝モデルの勝率÷オッズから計算した勝率（2.0倍なら、オッズより高く見ている）"}
            </span>
            <span>
              {GRADE_WORDS.high} 適正オッズ以上・{GRADE_WORDS.fair} その0.8倍以上・{GRADE_WORDS.low} 0.8倍未満
            </span>
          </>
        )}
      </p>
      <p className="t12 faint">
        {hasValues &&
          "補正勝率は、モデルの勝率とオッズを、学習に使っていないレースで測った割合で合わせた値です。オッズのほうが多くを知っているため、モデルの勝率だけでは期待値を計算しません。"}
        {hasValues &&
          (isCentral
            ? "単勝の払戻は売上の80%なので、期待値は平均すると0.80前後になります。"
            : "払戻は売上の一部なので、期待値は平均すると1より小さくなります。")}
        {market !== null && !hasValues && NO_VALUES}
        {market?.isFinal !== true && "オッズは締切まで動きます。"}人気のない馬は勝率の見積もりも粗くなります。
      </p>
    </>
  );
}

/** Replaces values of the model alone. */
const NO_VALUES =
  "モデルの勝率とオッズの合わせ方を検証で測れていないか、オッズのない馬がいるため、期待値は出しません。";

function marketWords({ isFinal }: { isFinal: boolean }): string {
  return isFinal ? "確定オッズ" : "今のオッズ";
}

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

/** Links to tickets with one of the model's first horses as the axis; nothing without chances of two horses. */
function AxisLinks({ raceId, model: { modelId, name, analysis } }: { raceId: string; model: RaceModel }) {
  const scores = analysis?.scores ?? [];
  const order = scores.map(({ horseNum }) => horseNum);
  const horses = scores.flatMap(({ horseNum, probability }) => (probability ? [horseNum] : []));
  if (horses.length < 2) return null;
  return (
    <div>
      <p className="t13 muted">{name}の勝率で買い目をつくる。軸にする馬：</p>
      <SortLinks
        label="買い目の軸にする馬"
        options={horses.slice(0, AXES).map((axis) => {
          const { legs } = usualFormation(KIND, [axis, ...horses.filter((horse) => horse !== axis)]);
          const mark = markOfPlace(order.indexOf(axis) + 1);
          const query = new URLSearchParams([
            ["model", String(modelId)],
            ["ticket", KIND],
            ["axis", String(axis)],
            ...legs.map((leg) => ["leg", String(leg)]),
          ]);
          return {
            to: `${raceTabPath(raceId, "bets")}?${query}`,
            label: `${mark === null ? "" : MARKS[mark].label.slice(0, 1)} ${axis}番`,
            isCurrent: false,
          };
        })}
      />
    </div>
  );
}
