import { Icon } from "#app/components/parts/icon.tsx";
import type { TicketFigures } from "#app/domain/rankings/ranking-entry.ts";
import { COUNTING, NO_RANKING } from "#app/domain/rankings/ranking-lists.ts";
import { RankingLink } from "./ranking-link.tsx";
import type { RankingCardView } from "./ranking-pages.ts";
import { ShortRow } from "./ranking-rows.tsx";
import { type RankingRoot, rankingHref, TICKET_NAMES } from "./ranking-words.ts";

/** Top five by total, win, place and quinella; CSS shows the one that is chosen. */
export function RankingCard({ card, root }: { card: RankingCardView; root: RankingRoot }) {
  const { path, name, period, state, participants, noMedals, tickets } = card;
  return (
    <section className="card clip">
      <RankingLink root={root} to={rankingHref(root, path)} staysInPlace={false} className="ranking-title">
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
      {state !== "ready" && <p className="ranking-none">{state === "counting" ? COUNTING : NO_RANKING}</p>}
      {tickets.length > 0 && (
        <div className="turn">
          {tickets.map(({ ticket, top, ownBest, baselines }) => (
            <div key={ticket}>
              <h3>
                <RankingLink root={root} to={rankingHref(root, path, { ticket })} staysInPlace={false} className="tapl">
                  {TICKET_NAMES[ticket]}
                </RankingLink>
              </h3>
              <ol>
                {top.map((entry) => (
                  <ShortRow key={entry.modelId} entry={entry} hasMedals={noMedals === null} />
                ))}
              </ol>
              {ownBest !== null && <p className="gap-ranks">{betweenWords(top.length, ownBest)}</p>}
              {(ownBest !== null || baselines.length > 0) && (
                <ul>
                  {ownBest !== null && <ShortRow entry={ownBest} />}
                  {baselines.map((entry) => (
                    <ShortRow key={entry.modelId} entry={entry} isBaseline />
                  ))}
                </ul>
              )}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

/** 6〜12位, between the last of the list and the reader's own. */
function betweenWords(shown: number, own: { figures: TicketFigures }): string | null {
  const from = shown + 1;
  const to = (own.figures.rank ?? 0) - 1;
  if (to < from) return null;
  return from === to ? `${to}位` : `${from}〜${to}位`;
}
