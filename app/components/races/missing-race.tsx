import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";

/** Body of the 404 of a race's page. */
export function MissingRace() {
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
