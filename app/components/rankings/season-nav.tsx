import { RankingLink } from "./ranking-link.tsx";
import { type RankingRoot, rankingHref } from "./ranking-words.ts";

/** The way between the season board and the other rankings. */
export function SeasonNav({ root }: { root: RankingRoot }) {
  return (
    <nav className="seg" aria-label="期間">
      <RankingLink root={root} to={rankingHref(root, "season")} aria-current="true">
        年間
      </RankingLink>
      <RankingLink root={root} to={rankingHref(root, "weekly")}>
        週間
      </RankingLink>
      <RankingLink root={root} to={rankingHref(root, "monthly")}>
        月間
      </RankingLink>
      <RankingLink root={root} to={root}>
        条件別
      </RankingLink>
    </nav>
  );
}
