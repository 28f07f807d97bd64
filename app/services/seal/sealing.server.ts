import * as z from "zod";
import { errorText } from "#app/adapters/error-text.server.ts";
import { OutageError } from "#app/adapters/outage.server.ts";
import {
  beginDay,
  type NewHead,
  type OpenDay,
  readSealing,
  saveHead,
  type WaitingLeaf,
} from "#app/db/seal/seals.server.ts";
import { findPostedHead, recordAnswer } from "#app/db/seal/witnesses.server.ts";
import { addDays, japanDay, monthAndDay } from "#app/domain/racing/japan-time.ts";
import { startOfRace } from "#app/domain/racing/race-start.ts";
import { EMPTY_TREE } from "#app/domain/seal/hashes.ts";
import { CHAIN_BEGINS, makeHead } from "#app/domain/seal/heads.ts";
import { japanInstant, type SealedForecast, sealForecast } from "#app/domain/seal/sealed-body.ts";
import { appendLeaves } from "#app/domain/seal/tree.ts";
import { toHex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";

/** And the minute until the next look. */
const LONGEST_WAIT_SECONDS = 180;
const SOON_SECONDS = 180;
/** 0.4 MB of nodes. */
const LEAVES_PER_HEAD = 2_000;
/** Concurrent runs. */
const TRIES = 8;
/** Catching up after an outage. */
const DAYS_PER_LOOK = 400;

/** Every minute, and shortly before a race. Concurrent runs come to one chain. */
export async function sealDue(deps: Deps): Promise<void> {
  const today = japanDay(deps.now());
  let { open, waiting } = await readSealing(deps.db, { limit: LEAVES_PER_HEAD });
  for (let days = 0; (open === null || open.day < today) && days < DAYS_PER_LOOK; days++) {
    await startNextDay(deps, open);
    ({ open, waiting } = await readSealing(deps.db, { limit: LEAVES_PER_HEAD }));
  }
  for (let tries = 0; tries < TRIES && open !== null && isDue(deps, waiting); tries++) {
    await sealWaiting(deps, open, waiting);
    ({ open, waiting } = await readSealing(deps.db, { limit: LEAVES_PER_HEAD }));
  }
}

/** If the race starts before the next run. After an error the sweep tries again. */
export async function sealBeforeStart(deps: Deps, race: { date: string; startTime: string | null }): Promise<void> {
  const startsAt = startOfRace(race);
  const now = deps.now();
  if (startsAt === null || startsAt <= now || startsAt > now + SOON_SECONDS * deps.clockSpeed) return;
  await sealDue(deps).catch((error: unknown) => {
    console.error(JSON.stringify({ event: "seal.failed", error: errorText(error) }));
  });
}

function isDue(deps: Deps, waiting: readonly WaitingLeaf[]): boolean {
  const now = deps.now();
  const [oldest] = waiting;
  if (oldest === undefined) return false;
  if (now - oldest.createdAt >= LONGEST_WAIT_SECONDS || waiting.length >= LEAVES_PER_HEAD) return true;
  const soon = now + SOON_SECONDS * deps.clockSpeed;
  return waiting.some(({ startsAt }) => startsAt !== null && now < startsAt && startsAt <= soon);
}

/** Nothing if another run was first. */
async function sealWaiting(deps: Deps, open: OpenDay, waiting: readonly WaitingLeaf[]): Promise<void> {
  const { day, previous, count: before } = open;
  const grown = await appendLeaves(
    open.frontier,
    before,
    waiting.map(({ hash }) => hash),
  );
  const count = before + waiting.length;
  // A head is never earlier than its leaves.
  const at = Math.max(deps.now(), open.headAt, ...waiting.map(({ createdAt }) => createdAt));
  const { root } = await makeHead({ at, count, tree: grown.root }, { date: day, previous });
  const head = newHead(deps, { count, root, at });
  const isSaved = await saveHead(deps.db, {
    ...{ day, before, head, frontier: grown.frontier, made: grown.made },
    leafIds: waiting.map(({ id }) => id),
  });
  if (isSaved) await wakePosts(deps, head);
}

async function wakePosts(deps: Deps, { posts }: NewHead): Promise<void> {
  await wakeJobs(
    deps,
    posts.map(({ jobId }) => ({ id: jobId, kind: "post-head" })),
  );
}

/** Or begins the first. */
async function startNextDay(deps: Deps, open: OpenDay | null): Promise<void> {
  const now = deps.now();
  const today = japanDay(now);
  const day = open === null ? today : addDays(open.day, 1);
  const previous = open?.root ?? CHAIN_BEGINS;
  const at = Math.max(now, open?.headAt ?? 0);
  const { root } = await makeHead({ at, count: 0, tree: EMPTY_TREE }, { date: day, previous });
  // Caught-up days without leaves are no news.
  const isNews = open !== null && (open.count > 0 || day === today);
  const head = newHead(deps, { count: 0, root, at });
  const isBegun = await beginDay(deps.db, {
    ...{ day, previous, ended: open, head, now },
    notification: isNews ? { ...rootFinal(open), day: open.day, now } : null,
  });
  if (isBegun) await wakePosts(deps, head);
}

function newHead(deps: Deps, head: Omit<NewHead, "id" | "posts">): NewHead {
  const posts = deps.config.witnesses.map((witness) => ({ jobId: deps.newId(), witness }));
  return { ...head, id: deps.newId(), posts };
}

function rootFinal({ day, count, root, previous }: OpenDay) {
  return {
    event: day,
    title: `${monthAndDay(day)}のルート`,
    body: [
      `${monthAndDay(day)}のルートが決まりました。封は${count.toLocaleString("ja-JP")}件です。`,
      root,
      "1つ前の日のルート",
      previous,
    ].join("\n"),
    path: "/verify",
  };
}

export interface Forecast extends Pick<SealedForecast, "modelId" | "artifact" | "inputsVersion" | "horses" | "at"> {
  race: { raceId: string; date: string; startTime: string | null };
}

/** Store it in the forecast's transaction (`insertLeafOfChanged`). Null: the race's day is over. */
export async function toLeaf({
  race,
  ...forecast
}: Forecast): Promise<{ hash: string; body: string; raceId: string } | null> {
  if (race.date < japanDay(forecast.at)) return null;
  const { raceId, date, startTime } = race;
  const leaf = await sealForecast({ ...forecast, raceId, date, startTime, salt: newSalt() });
  return { ...leaf, raceId };
}

/** 128 bits. */
export function newSalt(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

const TIMEOUT_MS = 10_000;
const ANSWER_LENGTH = 200;

const payloadSchema = z.object({ headId: z.string(), witness: z.string() });

/** May be posted twice; the first accepted one counts. @throws if it was not accepted: the job is retried */
export async function postHead(deps: Deps, { payload }: Pick<ClaimedJob, "payload">): Promise<void> {
  const { headId, witness } = payloadSchema.parse(payload);
  const found = await findPostedHead(deps.db, headId);
  // The address is no longer configured.
  if (found === null || !deps.config.witnesses.includes(witness)) return;
  const { date, previous, at, root, count } = found;
  const posted = { site: deps.config.publicUrl, date, previous, at: japanInstant(at), root, count };
  const response = await fetch(witness, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(posted),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new OutageError("the witness does not answer", { cause: error });
  });
  const answer = (await response.text().catch(() => "")).slice(0, ANSWER_LENGTH);
  await recordAnswer(deps.db, { headId, witness, status: response.status, answer, at: deps.now() });
  if (!response.ok) throw new OutageError(`the witness answered ${response.status}`);
}
