import { setTimeout as sleep } from "node:timers/promises";
import { callApi } from "#scripts/bench/pages/demo-account.ts";

/** What a site was asked for and has accepted: it must be there in the end, whatever was killed meanwhile. */

export interface Load {
  models: Set<number>;
  analyses: Set<number>;
  answered: number;
  /** Answers of 500 and above, and none at all. */
  failed: number;
  /** Ends the users' loops. */
  stop(): Promise<void>;
}

const FEATURES = { static: ["騎手", "枠番"], average: { rank: { race_customize: ["all"], race_num: [1, 3] } } };
const PAGES = ["/home", "/races", "/models", "/analyses", "/rankings"];
const PAUSE_MS = 300;
const CREATED_EACH = 20;

/** Reads pages without a pause, by three users. @param requests how many in all */
export async function readPages(url: string, { token, requests }: { token: string; requests: number }): Promise<void> {
  let asked = 0;
  const read = async () => {
    while (asked < requests) {
      asked += 1;
      await lookAt(url, { token, page: PAGES[asked % PAGES.length] ?? "/home" });
    }
  };
  await Promise.all([read(), read(), read()]);
}

/** @throws {Error} if the site fails */
async function lookAt(url: string, { token, page }: { token: string; page: string }): Promise<void> {
  const answer = await fetch(new URL(page, url), { headers: { cookie: `session=${token}` } });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${page}: ${answer.status}`);
}

/** @throws {Error} if the site fails */
async function removeModel(url: string, { token, modelId }: { token: string; modelId: number }): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(new URL(`/api/models/${modelId}`, url), { method: "DELETE", headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the deletion of model ${modelId} answered ${answer.status}`);
}

/**
 * Users who read pages, create models and ask for analyses without an end.
 *
 * @param options pauseMs: between two requests of a user; kept: models beyond so many are deleted, the oldest first
 */
export function startLoad(
  url: string,
  {
    token,
    raceIds,
    users,
    pauseMs = PAUSE_MS,
    kept = Number.POSITIVE_INFINITY,
  }: { token: string; raceIds: readonly string[]; users: number; pauseMs?: number; kept?: number },
): Load {
  const load: Load = { models: new Set(), analyses: new Set(), answered: 0, failed: 0, stop: async () => {} };
  let isOver = false;
  let serial = 0;
  const create = async () => {
    serial += 1;
    const body = { name: `負荷${serial}`, venue_type: 1, feature: FEATURES };
    const { model_id: id } = await callApi<{ model_id: number }>(url, token, "/models", body);
    load.models.add(id);
    const [oldest] = load.models;
    if (load.models.size <= kept || oldest === undefined) return;
    load.models.delete(oldest);
    await removeModel(url, { token, modelId: oldest });
  };
  const analyse = async () => {
    const modelId = [...load.models].at(-1 - (serial % Math.max(1, load.models.size)));
    const raceId = raceIds[load.answered % Math.max(1, raceIds.length)];
    if (modelId === undefined || raceId === undefined) return;
    const asked = await callApi<{ analysis_result_id?: number }>(url, token, "/analyze", {
      ...{ model_id: modelId, race_id: raceId },
    });
    if (asked.analysis_result_id !== undefined) load.analyses.add(asked.analysis_result_id);
  };
  const loops = Array.from({ length: users }, async (_, user) => {
    for (let step = user; !isOver; step += 1) {
      const work =
        step % CREATED_EACH === 0
          ? create()
          : step % 3 === 0
            ? analyse()
            : lookAt(url, { token, page: PAGES[step % PAGES.length] ?? "/home" });
      await work.then(
        () => {
          load.answered += 1;
        },
        (error: unknown) => {
          // Refusals of the API are answers.
          if (/answered 4\d\d/.test(String(error))) load.answered += 1;
          else load.failed += 1;
        },
      );
      await sleep(pauseMs);
    }
  });
  load.stop = async () => {
    isOver = true;
    await Promise.all(loops);
  };
  return load;
}
