import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { NETWORK_ERROR, TRY_AGAIN } from "#app/forms/messages.ts";
import { isLostAnswer } from "./lost-answer.ts";

interface LoadFailureProps {
  text: string;
  again: string;
  /** The page that shows the outcome of a form without response, which may have arrived; null if there is none. */
  list?: { to: string; label: string } | null;
}

interface Missing {
  text: string;
  hint?: string;
  link?: { to: string; label: string };
}

/** A route's error boundary: failures of the site, and 404s if the page has a text for them. Passes other errors on. */
export function failurePage({ missing, ...failure }: LoadFailureProps & { missing?: Missing }) {
  return function ErrorBoundary() {
    const error = useRouteError();
    if (!isRouteErrorResponse(error) || error.status >= 500) return <LoadFailure error={error} {...failure} />;
    if (missing === undefined || error.status !== 404) throw error;
    return <MissingNote {...missing} />;
  };
}

function MissingNote({ text, hint, link = { to: "/races", label: "レースを探す" } }: Missing) {
  return (
    <section className="card pad stack">
      <h2 className="lead">{MISSING_TITLE}</h2>
      <p>{text}</p>
      {hint !== undefined && <p className="t14 muted">{hint}</p>}
      <LinkButton to={link.to} tone="primary">
        {link.label}
      </LinkButton>
    </section>
  );
}

export function LoadFailure({
  error,
  text,
  again,
  list = { to: "/analyses", label: "分析結果の一覧" },
}: LoadFailureProps & { error: unknown }) {
  const isLost = isLostAnswer(error);
  return (
    <section className="card pad stack" data-lost={isLost ? "" : undefined}>
      <Note tone="danger">
        <p>{isLost ? NETWORK_ERROR : text}</p>
        {isLost && <p>{TRY_AGAIN}</p>}
      </Note>
      <div className="btns">
        <a className="btn primary" href={again}>
          再度読み込む
        </a>
        {isLost && list !== null && (
          <a className="btn" href={list.to}>
            {list.label}
          </a>
        )}
      </div>
    </section>
  );
}
