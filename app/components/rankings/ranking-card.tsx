import { Icon } from "#app/components/parts/icon.tsx";
import { COUNTING, NO_RANKING } from "#app/domain/rankings/ranking-lists.ts";
import { RankingLink } from "./ranking-link.tsx";
import type { RankingCardView } from "./ranking-pages.ts";
import { RankingRow } from "./ranking-rows.tsx";
import { type RankingRoot, rankingHref, TICKET_NAMES } from "./ranking-words.ts";

/** Top five by total, win, place and quinella. With script, CSS shows one at a time. */
export function RankingCard({ card, root }: { card: RankingCardView; root: RankingRoot }) {
  const { path, name, period, state, participants, noMedals, luck, tickets } = card;
  const hasMedals = noMedals === null;
  return (
    <section className="card clip">
      <RankingLink root={root} to={rankingHref(root, path)} className="ranking-title">
        <div className="grow">
          <h2>{name}</h2>
          <p className="t13 muted">
            {period}
            {state === "ready" && `　${participants}モデル`}
          </p>
        </div>
        <Icon name="next" className="go" />
      </RankingLink>
      {noMedals !== null && <p className="t12 muted few-races">{noMedals}</p>}
      {luck !== null && <p className="t12 muted few-races">腕が同じでも、総合1位は運だけで{luck}になります。</p>}
      {state !== "ready" && <p className="ranking-none">{state === "counting" ? COUNTING : NO_RANKING}</p>}
      {tickets.length > 0 && (
        <div className="turn">
          {tickets.map(({ ticket, top, ownBest, favourite }) => (
            <div key={ticket}>
              <h3>
                <RankingLink root={root} to={rankingHref(root, path, { ticket })} className="tapl">
                  {TICKET_NAMES[ticket]}
                </RankingLink>
              </h3>
              <ol>
                {top.map((entry) => (
                  <RankingRow isShort key={entry.modelId} entry={entry} hasMedals={hasMedals} />
                ))}
              </ol>
              {(favourite !== null || ownBest !== null) && (
                <ul>
                  {favourite !== null && <RankingRow isShort entry={favourite} isBaseline />}
                  {ownBest !== null && <RankingRow isShort entry={ownBest} hasMedals={hasMedals} />}
                </ul>
              )}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
