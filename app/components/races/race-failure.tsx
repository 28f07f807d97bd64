import { isRouteErrorResponse } from "@remix-run/react";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";

/** Body of a race's pages that cannot be shown: no such race, or it could not be loaded. Other errors are passed on. */
export function RaceFailure({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status >= 500)
    return <LoadFailure error={error} text={RACE_MESSAGES.loadFailed} again="/races" />;
  if (error.status !== 404) throw error;
  return (
    <section className="card pad stack">
      <h2 className="lead">{MISSING_TITLE}</h2>
      <p>{RACE_MESSAGES.none}</p>
      <LinkButton to="/races" tone="primary">
        レースを探す
      </LinkButton>
    </section>
  );
}
