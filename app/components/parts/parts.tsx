import type { ReactNode } from "react";
import { LinkButton } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Link } from "./link.tsx";

/** Statement of a page with its actions beside it. The page's h1 is in the bar (or given here on public pages). */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="head">
      <h2 className="lead">{title}</h2>
      {children !== undefined && <div className="btns">{children}</div>}
    </div>
  );
}

/** A titled section; `aside` is a tag, a faint sentence or a link on the right. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="sec">
      <div className="head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Icon and at most three lines. A refusal or an error of the server is `tone="danger"`, which announces itself. */
export function Note({
  id,
  tone,
  icon,
  children,
}: {
  /** Of a form's error: what the form is described by. */
  id?: string;
  tone?: "turf" | "warn" | "danger";
  icon?: IconName;
  children: ReactNode;
}) {
  const name = icon ?? (tone === "warn" || tone === "danger" ? "warning" : tone === "turf" ? "check" : "info");
  return (
    <div
      id={id}
      className={tone === undefined ? "note" : `note ${tone}`}
      role={tone === "danger" ? "alert" : undefined}
    >
      <Icon name={name} />
      <div className="grow">{children}</div>
    </div>
  );
}

/** A short state or kind. `spinning` is the small wheel of something in progress. */
export function Tag({
  tone,
  icon,
  spinning = false,
  children,
}: {
  tone?: "turf" | "warn" | "danger" | "info";
  icon?: IconName;
  spinning?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={tone === undefined ? "tag" : `tag ${tone}`}>
      {spinning && <span className="spin" />}
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** One sentence and at most one button, no drawing. */
export function EmptyState({ children, action }: { children: ReactNode; action?: { to: string; label: string } }) {
  return (
    <div className="card pad empty">
      <p>{children}</p>
      {action !== undefined && (
        <LinkButton tone="primary" to={action.to}>
          {action.label}
        </LinkButton>
      )}
    </div>
  );
}

/** What a creation and an analysis are given to end; the bar's pace where the share is not known. */
const CREATION_LIMIT_SECONDS = 900;
export const ANALYSIS_LIMIT_SECONDS = 300;

/** Share of work done, 0 to 1; null (unknown) draws a slow approach to 95 % of `limitSeconds` × 3. */
export function Progress({
  share,
  label,
  startedSecondsAgo = 0,
  limitSeconds = CREATION_LIMIT_SECONDS,
}: {
  share: number | null;
  label: string;
  startedSecondsAgo?: number;
  limitSeconds?: number;
}) {
  const known = share ?? Math.min(0.95, (0.95 * startedSecondsAgo) / (3 * limitSeconds));
  const percent = Math.round(Math.min(1, Math.max(0, known)) * 100);
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ "--v": `${percent}%` }} />
    </div>
  );
}

/** Rows of a list's page. */
export const PAGE_ROWS = 30;

/** 前へ and 次へ; next only when the page has exactly {@link PAGE_ROWS} rows, so that nothing is counted; previous from page 2 on. */
export function Pager({ page, rows, href }: { page: number; rows: number; href: (page: number) => string }) {
  if (page < 2 && rows !== PAGE_ROWS) return null;
  return (
    <nav className="pager" aria-label="ページ">
      {page >= 2 ? (
        <Link className="btn" rel="prev" to={href(page - 1)}>
          <Icon name="back" />
          前へ
        </Link>
      ) : (
        <span className="btn" aria-disabled="true">
          <Icon name="back" />
          前へ
        </span>
      )}
      <span className="t13 muted">{page}ページ</span>
      {rows === PAGE_ROWS ? (
        <Link className="btn" rel="next" to={href(page + 1)}>
          次へ
          <Icon name="next" />
        </Link>
      ) : (
        <span className="btn" aria-disabled="true">
          次へ
          <Icon name="next" />
        </span>
      )}
    </nav>
  );
}
