import type { ReactNode } from "react";
import { LinkButton } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Link } from "./link.tsx";

/** The main message of a page (h2) with its actions. The h1 is in the bar. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="head">
      <h2 className="lead">{title}</h2>
      {children !== undefined && <div className="btns">{children}</div>}
    </div>
  );
}

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

/** An element of a `<dl>`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** At most three lines. Refusals and errors are `tone="danger"`, which screen readers announce. */
export function Note({
  id,
  tone,
  icon,
  children,
}: {
  /** For the form's aria-describedby. */
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

export function DoneNote({ children }: { children: ReactNode }) {
  if (children === null) return null;
  return (
    <div role="status">
      <Note tone="turf">{children}</Note>
    </div>
  );
}

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

/** The longest expected times. They set the bar's pace while the progress is unknown. */
const CREATION_LIMIT_SECONDS = 900;
const ANALYSIS_LIMIT_SECONDS = 300;

export function AnalysisProgress({
  analysis: { progress, createdAt },
  label,
  now,
}: {
  analysis: { progress: number | null; createdAt: number };
  label: string;
  now: number;
}) {
  const elapsed = Math.max(0, now - createdAt);
  return <Progress share={progress} label={label} startedSecondsAgo={elapsed} limitSeconds={ANALYSIS_LIMIT_SECONDS} />;
}

/** `share` is 0 to 1. While it is null the bar rises evenly, to 95 % after 3 × `limitSeconds`. */
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

export const PAGE_ROWS = 30;

/**
 * 前へ from page 2, and 次へ before the last page. Without the number of `pages` that is a page which is not full
 * ({@link PAGE_ROWS}), which saves a query for the count.
 */
export function Pager({
  page,
  href,
  ...end
}: { page: number; href: (page: number) => string } & ({ rows: number } | { pages: number })) {
  const hasNext = "pages" in end ? page < end.pages : end.rows === PAGE_ROWS;
  if (page < 2 && !hasNext) return null;
  const previous = (
    <>
      <Icon name="back" />
      前へ
    </>
  );
  const next = (
    <>
      次へ
      <Icon name="next" />
    </>
  );
  const off = (words: ReactNode) => (
    <span className="btn" aria-disabled="true">
      {words}
    </span>
  );
  return (
    <nav className="pager" aria-label="ページ">
      {page < 2 ? (
        off(previous)
      ) : (
        <Link className="btn" rel="prev" to={href(page - 1)}>
          {previous}
        </Link>
      )}
      <span className="t13 muted">{"pages" in end ? `${page}/${end.pages}ページ` : `${page}ページ`}</span>
      {hasNext ? (
        <Link className="btn" rel="next" to={href(page + 1)}>
          {next}
        </Link>
      ) : (
        off(next)
      )}
    </nav>
  );
}
