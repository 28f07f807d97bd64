import { NOBODY_STARTS, RACE_CANCELLED } from "#app/components/analyses/finish-words.ts";
import type { EntryForms } from "#app/components/fans/own-entry-form.tsx";
import { OwnMarkShapes } from "#app/components/fans/own-mark.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { EmptyState, Note } from "#app/components/parts/parts.tsx";
import { modelDialogPath } from "#app/components/parts/race-words.ts";
import { whatIfPath, whatIfSearch } from "#app/components/what-if/what-if-words.ts";
import { areAllOut } from "#app/domain/racing/race.ts";
import type { RaceCard } from "#app/domain/views/race-card.ts";
import { CardList } from "./card-list.tsx";
import { CardTable } from "./card-table.tsx";
import { CARD_ORDERS, type CardOrder, hasPopularity, ordersOf, readCardOrder, rowsOf } from "./card-words.ts";
import { OddsMoves } from "./odds-words.tsx";

const ORDER_WORDS: Record<CardOrder, string> = {
  number: "馬番順",
  popularity: "人気順",
  index: "指数順",
  weight: "斤量順",
  mark: "自分の印順",
};

/** 出馬表: runners with their last runs and own entries, the newest analysis, and the link to a new one. */
export function RaceCardTab({
  card,
  sort,
  saved,
}: {
  card: RaceCard;
  sort: string | null;
  saved: EntryForms["saved"];
}) {
  const { race, runners, analyses } = card;
  const path = `/races/${encodeURIComponent(race.raceId)}`;
  const orders = ordersOf(card);
  const order = readCardOrder(sort, orders);
  const rows = rowsOf(card, order);
  // Only an existing model can compute again.
  const ofKept = analyses.find(({ hasModel }) => hasModel);
  const forms: EntryForms = {
    page: order === "number" ? path : `${path}?sort=${order}`,
    saving: `${path}/marks`,
    isLocked: !card.isBeforeStart,
    saved,
  };
  const isWithoutStarters = race.status !== "cancelled" && areAllOut(runners);
  const isOpen = race.status !== "cancelled" && race.runnerCount > 0 && !isWithoutStarters;
  return (
    <>
      {race.status === "cancelled" && <Note tone="warn">{RACE_CANCELLED}</Note>}
      {isWithoutStarters && <Note tone="warn">{NOBODY_STARTS}</Note>}
      <section className="sec">
        <div className="tools">
          {runners.length > 0 && orders.length > 1 && (
            <nav className="sorts" aria-label="並び順">
              {CARD_ORDERS.map((one) =>
                one === "popularity" ? (
                  <span key={one} className="static-html" data-live="popularity">
                    <PopularityOrder {...{ path, runners }} isCurrent={order === one} />
                  </span>
                ) : (
                  orders.includes(one) && <OrderLink key={one} {...{ path, one }} isCurrent={order === one} />
                ),
              )}
            </nav>
          )}
        </div>
        {runners.length === 0 ? (
          <EmptyState>出走馬はまだ発表されていません。</EmptyState>
        ) : (
          <>
            <OwnMarkShapes />
            <CardList rows={rows} cardDay={race.date} forms={forms} />
            <CardTable rows={rows} cardDay={race.date} forms={forms} />
            <div className="static-html" data-live="moves">
              <OddsMoves runners={runners} moves={card.winMoves} />
            </div>
            <p className="t12 faint">
              {rows.some(({ runs }) => runs.some(({ index }) => index !== null)) &&
                "近走の「指数」は、そのレースを学習に使っていないモデルが出したもので、記録のない走りは空欄です（馬名の下は小数1桁）。"}
              近走の着差は秒。1着は2着との差（−）、2着から下は1着との差（+）です。馬体重のかっこは前走からの増減。
              {runners.some(({ apprentice }) => apprentice !== null) && "騎手の☆△▲★◇は減量。"}
              ブラウザの「印刷」で、近5走つきの出馬表がA4の紙1枚になります。
            </p>
          </>
        )}
      </section>
      {isOpen && analyses.length > 0 && (
        <div className="btns">
          <LinkButton to={modelDialogPath(race)}>別のモデルで分析する</LinkButton>
          {ofKept !== undefined && (
            <LinkButton to={`${whatIfPath(race.raceId)}${whatIfSearch(ofKept.modelId)}`}>条件を変えてみる</LinkButton>
          )}
        </div>
      )}
    </>
  );
}

function OrderLink({ path, one, isCurrent }: { path: string; one: CardOrder; isCurrent: boolean }) {
  return (
    <Link to={one === "number" ? path : `${path}?sort=${one}`} aria-current={isCurrent ? "true" : undefined}>
      {ORDER_WORDS[one]}
    </Link>
  );
}

/** A separate link, because odds may arrive while the page is open. */
export function PopularityOrder({
  path,
  runners,
  isCurrent,
}: {
  path: string;
  runners: RaceCard["runners"];
  isCurrent: boolean;
}) {
  return hasPopularity(runners) && <OrderLink path={path} one="popularity" isCurrent={isCurrent} />;
}
