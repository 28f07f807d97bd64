import { isRouteErrorResponse } from "@remix-run/react";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { OWN_MESSAGES } from "#app/forms/fans/own-messages.ts";

/** Body of a horse's page that cannot be shown: no such horse, or it could not be loaded. Other errors are passed on. */
export function HorseFailure({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status >= 500)
    return <LoadFailure error={error} text={OWN_MESSAGES.horseNotLoaded} again="/races" list={null} />;
  if (error.status !== 404) throw error;
  return (
    <section className="card pad stack">
      <h2 className="lead">{MISSING_TITLE}</h2>
      <p>{OWN_MESSAGES.noSuchHorse}</p>
      <LinkButton to="/races" tone="primary">
        レースを探す
      </LinkButton>
    </section>
  );
}
