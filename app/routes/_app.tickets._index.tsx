import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TICKET_WORDS } from "#app/components/bets/bet-words.ts";
import { useVisitKey } from "#app/components/fields/visit-key.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { ChangeForm, TicketForm } from "#app/components/own-records/ticket-form.tsx";
import { TicketFile, TicketGroups, TicketList, TicketSums } from "#app/components/own-records/ticket-month.tsx";
import ticketsCss from "#app/components/own-records/tickets.css?url";
import { formatDayNear } from "#app/components/parts/numbers.ts";
import { DoneNote, Note } from "#app/components/parts/parts.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { GamblingNotice } from "#app/components/welcome/gambling-notice.tsx";
import { MOST_TICKETS_OF_FILE } from "#app/domain/own-records/own-tickets.ts";
import { readTicketsCsv } from "#app/domain/own-records/tickets-csv.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { TICKET_SIZES } from "#app/domain/racing/ticket-kind.ts";
import { TICKET_MESSAGES } from "#app/forms/own-records/own-ticket-words.ts";
import { ownTicketSchema } from "#app/forms/own-records/own-tickets.server.ts";
import { readRecordQuery } from "#app/forms/own-records/record-filter.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "収支",
  description: "記録した馬券の収支です。",
  back: "/models/all/record",
};
export { meta } from "#app/components/frame/page-meta.ts";
export const links = stylesheets(ticketsCss);

const DONE: Partial<Record<string, string>> = {
  recorded: "馬券を記録しました",
  changed: "金額を直しました",
  deleted: "記録を取り消しました",
  imported: "CSVの馬券を取り込みました",
  none: "新しく取り込む馬券はありませんでした",
  some: "CSVの馬券の一部を取り込みました。発走前か見つからないレースの分と、1日200件をこえる分は入れていません",
  left: "取り込める馬券がありませんでした。発走前か見つからないレースか、1日200件をこえています",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { month } = readRecordQuery(new URL(request.url).searchParams);
  const view = await context.services.ownTickets.readMonth({ user, month });
  const today = japanDay(context.now());
  return {
    races: view.openRaces.map(
      ({ raceId, date, venue, raceNum, startTime }) =>
        [
          raceId,
          date === today
            ? `${venue}${raceNum}R ${startTime ?? ""}`
            : `${formatDayNear(date, date)} ${venue}${raceNum}R`,
        ] as const,
    ),
    done: doneWords(DONE, request),
    /** One per form: a repeated submission is one ticket. Changes on each load of the page. */
    formKey: crypto.randomUUID() as string,
    html: renderParts({
      sums: <TicketSums view={view} />,
      tickets: (
        <>
          <TicketList view={view} />
          <TicketGroups view={view} />
        </>
      ),
      file: <TicketFile />,
      notice: <GamblingNotice />,
    }),
  };
}

function importWord({ added, left }: { added: number; left: number }): keyof typeof DONE {
  if (added > 0) return left > 0 ? "some" : "imported";
  return left > 0 ? "left" : "none";
}

const tooMany = { status: 429, form: tooManyTries } as const;

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: ownTicketSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { ownTickets } = context.services;
  const form = submission.value;
  const notOpen = { status: 400, form: TICKET_MESSAGES.notOpen } as const;
  switch (form.do) {
    case "record": {
      const { race_id: raceId, kind, lines, model: modelId, form_key: formKey } = form;
      const result = await ownTickets.record({ user, raceId, kind, lines, modelId, formKey });
      if (result.kind !== "refused") return redirect("/tickets?done=recorded", 303);
      const absent = result.reason === "absent" ? TICKET_MESSAGES.absent(result.line, result.numbers) : "";
      return refuseForm(submission, result, {
        "too-many": tooMany,
        "not-open": notOpen,
        paused: { status: 400, form: TICKET_MESSAGES.paused },
        absent: { status: 400, fields: { numbers: absent } },
        "own-budget": {
          status: 400,
          fields: { yen: result.reason === "own-budget" ? TICKET_MESSAGES.ownBudget(result) : "" },
        },
        "too-many-tickets": { status: 400, form: TICKET_MESSAGES.tooMany },
      });
    }
    case "import": {
      const read = readTicketsCsv(await form.file.text(), TICKET_WORDS, TICKET_SIZES);
      if ("line" in read) return data(submission.reply({ formErrors: [TICKET_MESSAGES.badFile(read.line)] }), 400);
      const result = await ownTickets.importFile({ user, tickets: read });
      if (result.kind !== "refused") return redirect(`/tickets?done=${importWord(result)}`, 303);
      const longFile = { status: 400, form: TICKET_MESSAGES.longFile(MOST_TICKETS_OF_FILE) } as const;
      return refuseForm(submission, result, { "too-many": tooMany, "too-many-tickets": longFile });
    }
    case "change": {
      const result = await ownTickets.change({ user, id: form.id, yenEach: form.yen });
      if (result.kind !== "refused") return redirect("/tickets?done=changed", 303);
      return refuseForm(submission, result, {
        "too-many": tooMany,
        "not-found": { status: 404, form: TICKET_MESSAGES.notFound },
        "not-open": notOpen,
        "own-budget": { status: 400, form: TICKET_MESSAGES.overLimit },
      });
    }
    default: {
      const result = await ownTickets.remove({ user, id: form.id });
      if (result.kind !== "refused") return redirect("/tickets?done=deleted", 303);
      return refuseForm(submission, result, { "too-many": tooMany, "not-open": notOpen });
    }
  }
}

export default function TicketsPage() {
  const { races, done, formKey, html } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const isTyped = lastResult === undefined || lastResult.initialValue?.do === "record";
  const visitKey = useVisitKey(formKey);
  const { do: sent, id, name, yen } = (lastResult?.initialValue ?? {}) as Partial<Record<string, string>>;
  const problem = isTyped ? undefined : (lastResult.error?.[""] ?? Object.values(lastResult.error ?? {})[0])?.[0];
  return (
    <div className="stack loose" key={visitKey}>
      {lastResult === undefined && <DoneNote>{done}</DoneNote>}
      {problem !== undefined && (
        <Note tone="danger">
          {problem}
          {sent === "change" && (
            <div className="bought">
              <b>{name}</b>
              <ChangeForm key={yen} id={id ?? ""} name={name ?? ""} yen={yen} />
            </div>
          )}
        </Note>
      )}
      <StaticHtml id="sums" html={html.sums} />
      <StaticHtml id="tickets" html={html.tickets} />
      <TicketForm races={races} formKey={visitKey} lastResult={isTyped ? lastResult : undefined} />
      <StaticHtml id="file" html={html.file} />
      <StaticHtml id="notice" html={html.notice} />
    </div>
  );
}

export const ErrorBoundary = failurePage({ text: TICKET_MESSAGES.loadFailed, again: "/tickets" });
