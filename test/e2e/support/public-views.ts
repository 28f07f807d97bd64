import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import type { RankingsFile } from "#app/domain/rankings/rankings-file.ts";
import {
  apiToken,
  callApi,
  finishedAnalysis,
  horseOf,
  newAccount,
  newModel,
  racesOf,
  SMALL_FEATURES,
} from "./account.ts";
import { putCrowd } from "./site-crowd.ts";
import { saturday } from "./sites.ts";
import { location, postForm } from "./web.ts";

/** Timeout for hooks that wait for rankings: a new site trains and settles its demo models in the background. */
export const READY_TIMEOUT_MS = 700_000;
const RANKINGS_TIMEOUT_MS = 600_000;

export interface SharedPage {
  analysisId: number;
  /** Hashid of the analysis. */
  shareId: string;
  /** Path of the public page. */
  path: string;
  /** Path of the image for other sites' link previews. */
  imagePath: string;
}

/** Submits the owner's sharing form of an analysis without script. `token` is the owner's session. */
async function pressShare(
  url: string,
  { token, analysisId, intent = "share" }: { token: string; analysisId: number; intent?: "share" | "unshare" },
): Promise<void> {
  const owner = { email: "", cookie: `session=${token}` };
  const answer = await postForm(url, `/analyses/${analysisId}`, { intent }, owner);
  if (answer.status !== 303) throw new Error(`${intent} of ${analysisId} responded with ${answer.status}`);
}

/** Shares a complete analysis. @returns its addresses */
export async function shareAnalysis(
  url: string,
  { token, analysisId }: { token: string; analysisId: number },
): Promise<SharedPage> {
  await pressShare(url, { token, analysisId });
  return readSharedPage(url, analysisId);
}

/** Publishes a model with its features. @returns the code of its page */
export async function publishModel(
  url: string,
  { token, modelId }: { token: string; modelId: number },
): Promise<string> {
  const owner = { email: "", cookie: `session=${token}` };
  const answer = await postForm(url, `/models/public/${modelId}`, { publication: "choice" }, owner);
  if (answer.status !== 302) throw new Error(`publishing ${modelId} responded with ${answer.status}`);
  return encodeShareId(modelId);
}

/** Creates a league with an invitation. @returns the parameters of its pages, for `sitePages` */
async function leagueExamples(
  url: string,
  { token, modelId }: { token: string; modelId: number },
): Promise<{ "/leagues/$id": string; "/leagues/join/$token": string }> {
  const host = { email: "", cookie: `session=${token}` };
  const fields = { name: "見本のリーグ", weeks: "4", model: String(modelId) };
  const path = location(await postForm(url, "/leagues", fields, host), url) ?? "";
  const invited = await (await postForm(url, path, { do: "invite" }, host)).text();
  const [, invitation = ""] = /\/leagues\/join\/([\w-]+)/.exec(invited) ?? [];
  if (invitation === "") throw new Error(`${path} invites nobody`);
  return { "/leagues/$id": path.slice("/leagues/".length), "/leagues/join/$token": invitation };
}

/** Features whose races take the longest line of a model's choices. */
export const MANY_RACES = {
  static: ["騎手", "枠番"],
  average: { rank: { race_customize: ["all", "course_len", "venue", "race_type"], race_num: [-1, 1, 3, 5] } },
};

/** A new account of the Saturday site, with the examples that `sitePages` needs for the pages of both layouts. */
export async function exampleAccount(
  name: string,
  { modelName, features = SMALL_FEATURES }: { modelName: string; features?: unknown },
) {
  const { url, stateDir } = saturday;
  const { email, token } = await newAccount(url, name);
  const modelId = await newModel(url, token, modelName, features);
  const [race, otherRace] = await racesOf(url, token, "2026-11-21");
  const [past] = await racesOf(url, token, "2026-11-15");
  if (race === undefined || otherRace === undefined || past === undefined) throw new Error("the site has no races");
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race.race_id });
  const code = await publishModel(url, { token, modelId });
  const shared = await shareAnalysis(url, { token, analysisId });
  await putCrowd(stateDir, past.race_id);
  return {
    ...{ email, token, modelId, analysisId, shared, code },
    ...{ raceId: race.race_id, otherRaceId: otherRace.race_id, pastRaceId: past.race_id },
    ofUser: {
      "/analyses/$id": analysisId,
      "/races/$raceId": past.race_id,
      "/horses/$horseId": await horseOf(url, token, past.race_id),
      "/days/$date": "2026-11-21",
      "/models/$id": modelId,
      "/models/$id/record": modelId,
      "/models/$id/suggestions": modelId,
      "/models/copy/$id": modelId,
      "/rankings/$period": "weekly",
      ...(await leagueExamples(url, { token, modelId })),
    },
    ofVisitor: {
      "/share/rankings/$period": "weekly",
      "/share/analysis/$shareId": shared.shareId,
      "/share/crowd/$raceId": past.race_id,
      "/share/models/$code": code,
      "/verify/$code": shared.shareId,
    },
  };
}

/** Creates a model and an analysis of a demo user, and shares the analysis. */
export async function sharedAnalysis(
  url: string,
  { email = "pro@demo.example", modelName = "公開用", date = "2026-11-15", password = DEMO_PASSWORD } = {},
): Promise<SharedPage> {
  const token = await apiToken(url, email, password);
  const modelId = await newModel(url, token, modelName);
  const [race] = await racesOf(url, token, date);
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  return shareAnalysis(url, { token, analysisId });
}

/** Reads the addresses of a shared analysis from the public API. @throws if it is not shared */
async function readSharedPage(url: string, analysisId: number): Promise<SharedPage> {
  const { status, body } = await callApi<{ url: string; image_url: string }>(
    url,
    null,
    `/share/analysis?id=${analysisId}`,
  );
  if (status !== 200) throw new Error(`analysis ${analysisId} is not shared: ${status}`);
  const path = new URL(body.url).pathname;
  return { analysisId, shareId: path.split("/").at(-1) ?? "", path, imagePath: new URL(body.image_url).pathname };
}

/** Waits until a new site has built its weekly and monthly rankings. */
export async function readyRankings(url: string): Promise<RankingsFile> {
  const until = Date.now() + RANKINGS_TIMEOUT_MS;
  while (Date.now() < until) {
    const answer = await fetch(`${url}/rankings.json`);
    const file = (await answer.json()) as RankingsFile;
    if (file.weekly.status === "ready" && file.monthly.status === "ready" && file.monthly.rank.length > 0) return file;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error("the rankings are still being built");
}
