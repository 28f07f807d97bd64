import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import horseCss from "#app/components/fans/horse.css?url";
import { HorseConditions, HorseHead, HorseProfile, MarkedRuns, NextRace } from "#app/components/fans/horse-head.tsx";
import { HorseNoteForm } from "#app/components/fans/horse-note-form.tsx";
import { HorseRuns } from "#app/components/fans/horse-runs.tsx";
import { IndexHistory } from "#app/components/fans/index-chart.tsx";
import ownEntriesCss from "#app/components/fans/own-entries.css?url";
import { OwnMarkShapes } from "#app/components/fans/own-mark.tsx";
import { useVisitKey } from "#app/components/fields/visit-key.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { formatDayNear } from "#app/components/parts/numbers.ts";
import { DoneNote, EmptyState, Note, PAGE_ROWS, Pager, Section } from "#app/components/parts/parts.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { tooManySaves } from "#app/components/waiting/wait-words.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { horseFormSchema } from "#app/forms/fans/own-entries.server.ts";
import { OWN_MESSAGES } from "#app/forms/fans/own-messages.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm, readId, readPage } from "#app/http/request-reading.ts";

export const handle: PageHandle<typeof loader> = {
  title: "馬のページ",
  description: "全成績と、自分の印、メモ、AIモデルの指数です。",
  tabTitle: ({ name }) => name,
};
export const links = stylesheets(horseCss, ownEntriesCss);
export { meta } from "#app/components/frame/page-meta.ts";

const DONE: Partial<Record<string, string>> = {
  note: OWN_MESSAGES.saved,
  added: OWN_MESSAGES.added,
  removed: OWN_MESSAGES.removed,
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { horseId = "" } = params;
  const query = new URL(request.url).searchParams;
  const horse = await context.services.fans.readHorse({ user, horseId, modelId: readId(query.get("model")) });
  if (horse === null) throw new Response(OWN_MESSAGES.noSuchHorse, { status: 404 });
  const page = `/horses/${encodeURIComponent(horseId)}`;
  const today = japanDay(context.now());
  const pageNumber = readPage(query.get("page"));
  const shown = horse.runs.slice(PAGE_ROWS * (pageNumber - 1), PAGE_ROWS * pageNumber);
  const done = query.get("done");
  return {
    name: horse.horseName,
    page,
    pageNumber,
    rows: shown.length,
    starts: horse.runs.length,
    model: query.get("model"),
    note: horse.note?.text ?? "",
    notedOn: horse.note === null ? "" : formatDayNear(japanDay(horse.note.notedAt), today),
    done,
    said: doneWords(DONE, request),
    /** Changes on each load of the page, but not after a refusal. */
    loadKey: crypto.randomUUID(),
    html: renderParts({
      head: (
        <>
          <OwnMarkShapes />
          <HorseHead horse={horse} page={page} />
          {horse.next !== null && <NextRace run={horse.next} today={today} />}
        </>
      ),
      profile: (
        <>
          <HorseProfile horse={horse} />
          <HorseConditions runs={horse.runs} />
        </>
      ),
      history: <IndexHistory horse={horse} page={page} />,
      marks: <MarkedRuns runs={horse.runs} />,
      runs: shown.length > 0 && <HorseRuns runs={shown} today={today} />,
    }),
  };
}

/** Idempotent: saves the note, or sets the favourite. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const { horseId = "" } = params;
  const { fans } = context.services;
  const submission = parseWithZod(await readForm(request), { schema: horseFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const sent = submission.value;
  const result = await context.attempt(async () =>
    sent.intent === "note"
      ? await fans.saveNote({ user, horseId, note: sent.note })
      : await fans.setFavourite({ user, horseId, isFavourite: sent.isFavourite }),
  );
  if (result === null) return data(submission.reply({ formErrors: [OWN_MESSAGES.notSaved] }), 500);
  if (result.kind === "refused") {
    if (result.reason === "not-found") throw new Response(OWN_MESSAGES.noSuchHorse, { status: 404 });
    return refuseForm(
      submission,
      { ...result, reason: result.reason },
      {
        "too-many-notes": { status: 400, form: OWN_MESSAGES.tooManyNotes },
        "too-many-favourites": { status: 400, form: OWN_MESSAGES.tooManyFavourites },
        "too-many": { status: 429, form: tooManySaves },
      },
    );
  }
  const back = `/horses/${encodeURIComponent(horseId)}`;
  if (sent.intent === "note") return redirect(`${back}?done=note#note`, 303);
  return redirect(`${back}?done=${sent.isFavourite ? "added" : "removed"}`, 303);
}

export default function HorsePage() {
  const { html, ...horse } = useLoaderData<typeof loader>();
  const visitKey = useVisitKey(horse.loadKey);
  const answer = useActionData<typeof action>();
  const isAboutNote = answer?.initialValue?.intent === "note";
  const [failure] = answer?.error?.[""] ?? [];
  const isNoteDone = horse.done === "note";
  const query = (page: number) =>
    `${horse.page}?${new URLSearchParams({ ...(horse.model === null ? {} : { model: horse.model }), page: String(page) })}`;
  return (
    <div className="horse">
      {answer !== undefined && !isAboutNote && failure !== undefined && <Note tone="danger">{failure}</Note>}
      {answer === undefined && horse.said !== null && !isNoteDone && <DoneNote>{horse.said}</DoneNote>}
      <StaticHtml id="head" html={html.head} />
      <div className="horsecols">
        <div className="horse">
          <StaticHtml id="profile" html={html.profile} />
        </div>
        <div className="horse">
          <StaticHtml id="history" html={html.history} />
          <section className="card pad stack" id="note">
            <h3>自分の印とメモ</h3>
            <StaticHtml id="marks" html={html.marks} />
            <HorseNoteForm
              key={visitKey}
              note={horse.note}
              notedOn={horse.notedOn}
              answer={isAboutNote ? answer : undefined}
              said={isNoteDone ? horse.said : null}
            />
          </section>
        </div>
      </div>
      <Section title="全成績" aside={<span className="t13 muted">{horse.starts}戦</span>}>
        {html.runs === null ? (
          <EmptyState>走ったレースはデータにありません。</EmptyState>
        ) : (
          <StaticHtml id="runs" html={html.runs} />
        )}
        <Pager page={horse.pageNumber} rows={horse.rows} href={query} />
      </Section>
    </div>
  );
}

export const ErrorBoundary = failurePage({
  text: OWN_MESSAGES.horseNotLoaded,
  again: "/races",
  missing: { text: OWN_MESSAGES.noSuchHorse },
  list: null,
});
