import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { median, round2 } from "#scripts/bench/interleave.ts";
import { logIn } from "#scripts/bench/pages/demo-account.ts";
import { sendForm, untilReady } from "#scripts/bench/pages/ready.ts";
import { startTestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { addEntries } from "./add-entries.ts";

const NOW = "2026-11-21T09:00:00+09:00";
const START_TIMEOUT_MS = 600_000;
const VISITS = 60;
const WARM_UP = 10;
const GOALS = { ratio: 1.5, roundTrips: 2, gzippedKb: 40 };

interface RecordPageFigures {
  entries: number;
  /** Medians of visits in turns; ratio: of the record to the report. */
  recordMs: number;
  reportMs: number;
  ratio: number;
  /** The same of visits after which an entry had changed, so that the figures were counted again. */
  recountMs: number;
  recountRatio: number;
  /** Round trips to D1, the session's included; of a visit with figures, and of one that counts them. */
  roundTrips: number;
  recountRoundTrips: number;
  /** Of the document, gzipped by Node at level 6. */
  gzippedKb: number;
}

/** The record of a model with settled races beside its report, on a site of its own, through the built Worker. */
export async function measureRecordPage(entries: number, say: (line: string) => void): Promise<RecordPageFigures> {
  const stateDir = mkdtempSync(path.join(tmpdir(), "keiba-ai-record-page-"));
  process.once("exit", () => rmSync(stateDir, { recursive: true, force: true }));
  const site = await startTestSite({
    appNow: NOW,
    sample: "small",
    stateDir,
    startTimeoutMs: START_TIMEOUT_MS,
    env: { DEMO_MODELS: "none" },
  });
  try {
    const { DB } = openSiteBindings(stateDir);
    const token = await logIn(site.url);
    const cookie = `session=${token}`;
    const modelId = await sendForm(site.url, token, "成績表");
    await untilReady(site.url, token, modelId);
    const { from, to } = await addEntries(DB, { modelId, count: entries });
    say(`model ${modelId} with ${entries} settled races from ${from} to ${to}`);
    const [record, report] = [`/models/${modelId}/record`, `/models/${modelId}`];
    // Rises only, as with a correction: the stored figures are of another version.
    const change = DB.prepare(
      "update record_entries set seen_version = seen_version + 1 where analysis_id = (select max(analysis_id) from record_entries where model_id = ?1)",
    ).bind(modelId);
    const visits: Record<"record" | "report" | "recount", Visit[]> = { record: [], report: [], recount: [] };
    for (let visit = 0; visit < WARM_UP + VISITS; visit += 1) {
      await change.run();
      for (const [which, page] of [
        ["recount", record],
        ["report", report],
        ["record", record],
      ] as const) {
        const found = await visitPage(new URL(page, site.url), cookie);
        if (visit >= WARM_UP) visits[which].push(found);
      }
    }
    const ms = (which: keyof typeof visits) => median(visits[which].map((visit) => visit.ms));
    const trips = (which: keyof typeof visits) => Math.max(...visits[which].map(({ roundTrips }) => roundTrips));
    const [recordMs, reportMs, recountMs] = [ms("record"), ms("report"), ms("recount")];
    const figures = {
      ...{ entries, recordMs: round2(recordMs), reportMs: round2(reportMs), ratio: round2(recordMs / reportMs) },
      ...{ recountMs: round2(recountMs), recountRatio: round2(recountMs / reportMs) },
      ...{ roundTrips: trips("record"), recountRoundTrips: trips("recount") },
      gzippedKb: round2(Math.max(...visits.record.map(({ bytes }) => bytes)) / 1024),
    };
    say(
      `record ${figures.recordMs} ms, report ${figures.reportMs}: ${figures.ratio} times (goal ${GOALS.ratio}); counted again ` +
        `${figures.recountMs} ms, ${figures.recountRatio} times`,
    );
    say(
      `round trips ${figures.roundTrips} (goal ${GOALS.roundTrips}), counted again ${figures.recountRoundTrips}; ` +
        `${figures.gzippedKb} KB gz (goal ${GOALS.gzippedKb})`,
    );
    return figures;
  } finally {
    await site.stop();
  }
}

interface Visit {
  ms: number;
  roundTrips: number;
  bytes: number;
}

async function visitPage(url: URL, cookie: string): Promise<Visit> {
  const start = performance.now();
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const html = await answer.text();
  const ms = performance.now() - start;
  if (answer.status !== 200) throw new Error(`${url.pathname} answered ${answer.status}`);
  const roundTrips = /\bd1;desc="(\d+)"/.exec(answer.headers.get("Server-Timing") ?? "")?.[1];
  if (roundTrips === undefined) throw new Error(`${url.pathname} does not say its round trips`);
  return { ms, roundTrips: Number(roundTrips), bytes: gzipSync(html).length };
}
