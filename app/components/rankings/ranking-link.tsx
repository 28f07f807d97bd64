import type { ReactNode } from "react";
import { Link } from "#app/components/parts/link.tsx";
import { type RankingRoot, rankingHref } from "./ranking-words.ts";

/** A plain link on public pages, which load no framework script. */
export function RankingLink({
  root,
  to,
  staysInPlace = true,
  ...rest
}: {
  root: RankingRoot;
  to: string;
  /** The scroll position stays, as among tabs. */
  staysInPlace?: boolean;
  className?: string;
  "aria-current"?: "true" | undefined;
  children: ReactNode;
}) {
  return root === "/rankings" ? (
    <Link to={to} preventScrollReset={staysInPlace} {...rest} />
  ) : (
    <a href={to} {...rest} />
  );
}

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
