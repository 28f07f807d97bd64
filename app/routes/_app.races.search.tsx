import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { documentTitle } from "#app/components/brand.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { Note, PageHead } from "#app/components/parts.tsx";
import { NearbyDays, RaceSearchForm } from "#app/components/race-search-form.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { readRaceSearch } from "#app/forms/race-search.ts";

export const handle: PageHandle = { title: "レース検索", back: "/races" };
export const meta = () => [{ title: documentTitle("レース検索") }];

/** The selects; a real day leads to its races, anything else is ignored and the selects keep what was chosen. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const today = japanDay(context.now());
  const search = readRaceSearch(new URL(request.url).searchParams, today);
  if (search.day !== null) return redirect(`/races?date=${search.day}`);
  return {
    ...search,
    lastYear: Number(today.slice(0, 4)),
    nearby: await context.services.races.findNearbyDays({ date: today }),
  };
}

export default function RaceSearchPage() {
  const { selected, isInvalid, lastYear, nearby } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="レースを選ぶ" />
      {isInvalid && <Note tone="warn">その日付はありません。年・月・日を選び直してください。</Note>}
      <RaceSearchForm selected={selected} lastYear={lastYear} />
      <NearbyDays days={nearby} />
    </>
  );
}
