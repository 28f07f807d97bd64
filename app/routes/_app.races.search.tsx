import { type LinksFunction, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Note, PageHead } from "#app/components/parts/parts.tsx";
import { NearbyDays, RaceSearchForm } from "#app/components/races/race-search-form.tsx";
import racesCss from "#app/components/races/races.css?url";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { readRaceSearch } from "#app/forms/analyses/race-search.server.ts";
import { offeredDays, RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";

export const handle: PageHandle = { title: "レース検索", back: "/races" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: racesCss }];
export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "レース検索", description: "年・月・日からレースを探します。" });

/** The selects. A valid day redirects to its races; an invalid one is an error, and the selects keep their values. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const today = japanDay(context.now());
  const search = readRaceSearch(new URL(request.url).searchParams, today);
  if (search.day !== null) return redirect(`/races?date=${search.day}`);
  return {
    ...search,
    days: offeredDays(await context.services.races.findDays({ date: today }), today),
  };
}

export default function RaceSearchPage() {
  const { selected, lastResult, days } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="レースを選ぶ" />
      {lastResult !== null && <Note tone="warn">{lastResult.error?.[""]}</Note>}
      <RaceSearchForm key={Object.values(selected).join("-")} selected={selected} years={days.years} />
      <NearbyDays days={days.nearby} />
    </>
  );
}

/** The race days could not be loaded. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) throw error;
  return <LoadFailure error={error} text={RACE_MESSAGES.loadFailed} again="/races/search" />;
}
