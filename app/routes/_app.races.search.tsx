import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { Note, PageHead } from "#app/components/parts/parts.tsx";
import { NearbyDays, RaceSearchForm } from "#app/components/races/race-search-form.tsx";
import racesCss from "#app/components/races/races.css?url";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { readRaceSearch } from "#app/forms/analyses/race-search.server.ts";
import { offeredDays, RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";

export const handle: PageHandle = {
  title: "レース検索",
  description: "年・月・日からレースを探します。",
  back: "/races",
};
export const links = stylesheets(racesCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** A valid day redirects to its races. An invalid one is an error, and the selects keep their values. */
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

export const ErrorBoundary = failurePage({ text: RACE_MESSAGES.loadFailed, again: "/races/search" });
