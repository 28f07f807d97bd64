import { isRouteErrorResponse } from "@remix-run/react";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { LoadFailure } from "./load-failure.tsx";

/**
 * Body of a page about one race or horse that cannot be shown: there is none (`missing`), or it could not be loaded
 * (`failed`). Other errors are passed on.
 */
export function MissingOrFailed({
  error,
  missing,
  failed,
  list,
}: {
  error: unknown;
  missing: string;
  failed: string;
  /** As LoadFailure's. */
  list?: null;
}) {
  if (!isRouteErrorResponse(error) || error.status >= 500)
    return <LoadFailure error={error} text={failed} again="/races" list={list} />;
  if (error.status !== 404) throw error;
  return (
    <section className="card pad stack">
      <h2 className="lead">{MISSING_TITLE}</h2>
      <p>{missing}</p>
      <LinkButton to="/races" tone="primary">
        レースを探す
      </LinkButton>
    </section>
  );
}
