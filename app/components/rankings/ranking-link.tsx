import type { ReactNode } from "react";
import { Link } from "#app/components/parts/link.tsx";
import type { RankingRoot } from "./ranking-words.ts";

/** A link between pages of rankings; a plain one on public pages, which load no framework script. */
export function RankingLink({
  root,
  to,
  ...rest
}: {
  root: RankingRoot;
  to: string;
  className?: string;
  "aria-current"?: "true" | undefined;
  children: ReactNode;
}) {
  return root === "/rankings" ? <Link to={to} preventScrollReset {...rest} /> : <a href={to} {...rest} />;
}
